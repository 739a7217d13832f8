import Basics

/// The parts of a multipart body as rows; a row opens the part as a separate document.
struct PartTable: TableSource {
  let parts: [DocumentPart]
  let columns = ["name", "type", "file", "size"]
  let origin = 0

  var rowCount: Int { parts.count }

  func range(ofRow row: Int) -> Range<Int>? { parts[row].range }

  func cells(inRow row: Int) -> [DocumentTable.Cell] {
    let part = parts[row]
    let size = "\(part.range.count) B" + (part.isComplete ? "" : ", cut off")
    let texts = [part.name ?? "", part.field("Content-Type") ?? "", part.fileName ?? "", size]
    return texts.enumerated().map { column, text in
      let token: TokenKind = column == 0 ? .key : column == 3 ? .number : .text
      return DocumentTable.Cell(text: VisibleText.cell(text), token: token, range: part.range)
    }
  }

  func keys(ofColumn column: Int) -> [TableSortKey] {
    parts.indices.map { row in
      column == 3
        ? .number(Double(parts[row].range.count)) : TableSortKey(text: Array(cells(inRow: row)[column].text.utf8))
    }
  }
}
