// React alone, so that the entry can evaluate it in a task of its own before the page's code.
import "react-dom/client";
