// The style sheets under those of the components, in the order of the layers.
import "#app/ui/tokens.css";
import "#app/ui/base.css";
import "#app/ui/drawing.css";
import "#app/site/layout/site.css";
import "#app/site/layout/measures.css";
import "#app/ui/print.css";
import "#app/site/layout/print.css";
