/// Finds circles of input objects, each type visited once and without recursion: a text may make a chain of any length.
struct InputCircles {
  /// Where circles close: a field, and the type that contains itself.
  private(set) var found: [(field: NamePlace, type: String)] = []
  private let fields: [String: [InputDefinition]]
  private var visited: Set<String> = []

  /// - Parameter fields: those that must be given and are input objects, by their type.
  init(_ fields: [String: [InputDefinition]]) { self.fields = fields }

  mutating func visit(_ name: String) {
    guard visited.insert(name).inserted else { return }
    var path: [(type: String, next: Int)] = [(name, 0)]
    var open: Set<String> = [name]
    while let last = path.last {
      let fields = fields[last.type] ?? []
      guard last.next < fields.count else {
        open.remove(last.type)
        path.removeLast()
        continue
      }
      path[path.count - 1].next += 1
      let field = fields[last.next]
      let type = field.type.name.text
      if open.contains(type) {
        found.append((field.name, type))
      } else if visited.insert(type).inserted {
        path.append((type, 0))
        open.insert(type)
      }
    }
  }
}
