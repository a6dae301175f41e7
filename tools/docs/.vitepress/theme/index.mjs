/** VitePress's own theme with the machine's fonts: no font is sent along. */
import theme from "vitepress/theme-without-fonts"
import "./own.css"

export default theme
