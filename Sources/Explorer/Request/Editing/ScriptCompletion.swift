import Basics
import Workspaces

/// The completions at the caret of a script: names of variables in quotes, and names that scripts can use.
extension Completion {
  static func ofScript(_ line: String, at caret: Int, table: VariableTable?) -> Completion? {
    let typed = String(decoding: line.utf8.prefix(caret), as: UTF8.self)
    if let variables = ofVariables(inCall: typed, at: caret, table: table) { return variables }
    let isCall = line.utf8.dropFirst(caret).first == UInt8(ascii: "(")
    return ofNames(typed, at: caret, isCall: isCall)
  }

  private static let objects = ["pm", "bru", "postman", "insomnia"]
  /// The functions that take the name of a variable begin with one of these.
  private static let accessors = ["get", "set", "has", "unset", "delete"]

  /// Variables for a quoted name, as in `pm.environment.get("` or `bru.getVar("`.
  private static func ofVariables(inCall typed: String, at caret: Int, table: VariableTable?) -> Completion? {
    guard let table, let quote = typed.lastIndex(where: { $0 == "\"" || $0 == "'" }), typed[..<quote].last == "(" else {
      return nil
    }
    let path = Self.path(atEndOf: typed[..<quote].dropLast())
    guard path.count > 1, objects.contains(path[0]), accessors.contains(where: path[path.count - 1].hasPrefix) else {
      return nil
    }
    let prefix = typed[typed.index(after: quote)...]
    let lower = prefix.lowercased()
    var seen: Set<String> = []
    let found = table.entries.filter { entry in
      entry.name.lowercased().hasPrefix(lower) && entry.name != prefix && seen.insert(entry.name).inserted
    }
    let items = found.prefix(limit).map { entry in
      Item(text: entry.name, detail: entry.isSecret ? VariableSpan.mask : entry.value)
    }
    return items.isEmpty ? nil : Completion(items: items, chosen: 0, range: caret - prefix.utf8.count..<caret)
  }

  /// The next part of a name. Behind a dot all are offered; a first part needs two letters.
  private static func ofNames(_ typed: String, at caret: Int, isCall: Bool) -> Completion? {
    let path = Self.path(atEndOf: typed[...])
    guard let last = path.last, path.count > 1 || last.count >= 2 else { return nil }
    let before = path.dropLast()
    var items: [Item] = []
    for name in ScriptNames.all
    where name.path.count >= path.count && name.path.starts(with: before) && name.path[before.count].hasPrefix(last) {
      let part = name.path[before.count]
      guard items.count < limit || items.contains(where: { $0.label == part }) else { break }
      let item = name.path.count == path.count ? item(for: name, isCall: isCall) : Item(text: part, label: part)
      guard let index = items.firstIndex(where: { $0.label == part }) else {
        items.append(item)
        continue
      }
      if items[index].detail.isEmpty { items[index] = item }
    }
    if items.isEmpty || items.count == 1 && items[0].label == last { return nil }
    // With nothing typed yet, Enter inserts a line break.
    return Completion(items: items, chosen: last.isEmpty ? nil : 0, range: caret - last.utf8.count..<caret)
  }

  /// A function gets its parentheses, with the caret between them if it takes something.
  private static func item(for name: ScriptName, isCall: Bool) -> Item {
    let part = name.path[name.path.count - 1]
    guard name.isFunction, !isCall else { return Item(text: part, detail: name.summary, label: part) }
    let caret = part.utf8.count + (name.signature.hasSuffix("()") ? 2 : 1)
    return Item(text: "\(part)()", detail: name.summary, label: part, caret: caret)
  }

  /// The parts of the name that ends here: `["pm", "env"]` for `x = pm.env`. Empty within a string or after a number.
  private static func path(atEndOf typed: Substring) -> [String] {
    let name = typed.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" || $0 == "." }
    let path = String(name.reversed()).split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return path.first?.first.map { $0.isNumber } ?? true ? [] : path
  }
}
