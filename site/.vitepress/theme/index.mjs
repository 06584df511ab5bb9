// SPDX-License-Identifier: Apache-2.0
import DefaultTheme from "vitepress/theme";
import "./tables.css";

export default DefaultTheme;
