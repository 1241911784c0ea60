// The library alone, so that the entry can run it in a turn of its own before the page's part.
import "react-dom/client";
