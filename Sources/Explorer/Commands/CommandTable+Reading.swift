import Terminal

extension CommandTable {
  /// What can be done with an answer.
  static let readingRecords: [CommandRecord] = findingRecords + lookingRecords + movingRecords + outRecords

  private static let findingRecords: [CommandRecord] = [
    CommandRecord(
      .search, "Search", label: "search", [.character("/")], in: [.tree, .document, .facts, .grid], .reading),
    CommandRecord(.nextMatch, "Next match", [.character("n")], in: Context.response, .reading),
    CommandRecord(.previousMatch, "Previous match", [.character("N")], in: Context.response, .reading),
    CommandRecord(
      .filter, "Filter by JSONPath", label: "filter", [.character("=")], in: [.document, .grid], .reading),
    CommandRecord(
      .valueMenu, "Menu of the value under the cursor: copy, variable, assert, filter, open", label: "value",
      [.character(".")], in: [.document, .facts], .reading),
  ]

  private static let lookingRecords: [CommandRecord] = [
    CommandRecord(
      .fold, "Fold or unfold", label: "fold", [.character("z"), .character(" ")], in: [.document], .reading),
    CommandRecord(.foldAll, "Fold or unfold all", [.character("Z")], in: [.document], .reading),
    CommandRecord(.foldLess, "Open one level more", [.character(">")], in: [.document], .reading),
    CommandRecord(.foldMore, "Close one level more", [.character("<")], in: [.document], .reading),
    CommandRecord(
      .cycleMode, "Pretty, raw or hex", label: "raw/hex", [.character("p")], in: [.document, .grid], .reading),
    CommandRecord(
      .chooseView, "Choose the view: compact, indent, another kind", [.character("P")], in: [.document, .grid], .reading
    ),
    CommandRecord(
      .order, "Order: the keys of objects, the rows of a table by its column", [.character("o")],
      in: [.document, .grid], .reading),
    CommandRecord(
      .showTable, "An array of objects, CSV or parts as a table", label: "table", [.character("t")],
      in: [.document, .grid], .reading),
    CommandRecord(.wrap, "Wrap long lines", label: "wrap", [.character("w")], in: [.document], .reading),
    CommandRecord(
      .compare, "Compare with the answer before", label: "compare", [.character("d")], in: Context.response, .reading),
    CommandRecord(
      .compareWith, "Compare with an exchange of the history", [.character("D")],
      in: Context.response.union([.tree]), .reading),
    CommandRecord(
      .ignoreDifference, "Leave this difference out for this request, or not", label: "leave out", [.character("i")],
      in: [.grid], .reading),
    CommandRecord(
      .showIgnored, "Show the differences that are left out", label: "show left out", [.character("I")], in: [.grid],
      .reading),
  ]

  private static let movingRecords: [CommandRecord] = [
    CommandRecord(.parent, "To the value around", [.character("-")], in: [.document], .reading),
    CommandRecord(.nextSibling, "To the next value of the same level", [.character("J")], in: [.document], .reading),
    CommandRecord(
      .previousSibling, "To the previous value of the same level", [.character("K")], in: [.document], .reading),
    CommandRecord(.goToLine, "Go to a line or a percentage", [.character("L")], in: [.document], .reading),
    CommandRecord(.selectLines, "Mark lines to copy", [.character("V")], in: [.document], .reading),
  ]

  private static let outRecords: [CommandRecord] = [
    CommandRecord(
      .copyValue, "Copy the value under the cursor, or the marked lines", [.character("Y")], in: Context.response,
      .reading),
    CommandRecord(
      .saveBody, "Save the body to a file", label: "save body", [.character("s")], in: Context.response, .reading),
    CommandRecord(.pipe, "Pipe the body to a command", [.character("|")], in: Context.response, .reading),
    CommandRecord(
      .openExternally, "Open the body in $EDITOR", [.control("e"), .function(4)], in: Context.response, .reading),
  ]
}
