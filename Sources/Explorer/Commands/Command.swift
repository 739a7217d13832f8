/// Everything a user can ask for by a key, the palette or the mouse. The table in `CommandTable` gives each its words,
/// its keys and its places; `AppState.refusal(of:)` says why one is not possible now.
public enum Command: String, CaseIterable, Hashable, Sendable {
  // The request as a whole
  case send, cancel, save, undo, redo
  // Going about
  case nextPane, previousPane, enter, leave
  case up, down, left, right, pageUp, pageDown, top, bottom
  case tab1, tab2, tab3, tab4, tab5, tab6, tab7, tab8, tab9
  case editURL, showResolvedURL, explainVariables, chooseMethod, jump, findInFiles
  case history, filterHistory, keepHistory, resendToday
  case convertCollection, resolveConflict
  // Things that can be made, changed and removed: requests and folders in the tree, rows in a table
  case newCollection, newRequest, newFolder, duplicate, rename, delete, move
  case addRow, toggle, moveUp, moveDown, switchKind
  case editExternally, formatBody, chooseBodyKind, chooseAuthentication
  // Reading
  case search, nextMatch, previousMatch, filter
  case fold, foldAll, foldLess, foldMore, cycleMode, chooseView, order, showTable, wrap
  case parent, nextSibling, previousSibling, goToLine, selectLines, valueMenu
  case compare, compareWith, ignoreDifference, showIgnored
  case saveBody, pipe, openExternally
  case copy, copyValue, copyAsCurl
  // Environments
  case chooseEnvironment, editEnvironment
  // The window
  case zoom, cycleLayout, grow, shrink, chooseTheme
  case palette, help, suspend, quit
}
