/// What a `.proto` file says in comments about what it declares (`SourceCodeInfo`), by the path of the declaration: the
/// numbers of the fields of descriptors, and places in them. Compilers write it if they are asked to.
struct SourceComments: WireRecord, Sendable {
  private(set) var texts: [[Int]: String] = [:]

  mutating func take(_ field: WireField, _ scope: WireScope) throws(WireError) {
    guard field.number == 1 else { return }
    let location: Location = try scope.record(field)
    let text = location.leading.isEmpty ? location.trailing : location.leading
    if !text.isEmpty { texts[location.path] = text }
  }

  private struct Location: WireRecord {
    var path: [Int] = []
    var leading = ""
    var trailing = ""

    mutating func take(_ field: WireField, _ scope: WireScope) throws(WireError) {
      switch field.number {
      case 1: path += try field.ints(scope)
      case 3: leading = try scope.text(field)
      case 4: trailing = try scope.text(field)
      default: break
      }
    }
  }
}
