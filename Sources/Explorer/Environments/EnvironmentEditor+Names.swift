import Basics
import Terminal
import Workspaces

extension EnvironmentEditor {
  mutating func press(_ key: Key, _ naming: Naming, _ field: TextField) -> Outcome {
    var field = field
    switch key {
    case .escape, .control("c"):
      leave(.name(naming), field)
      return Outcome()
    case .enter: return name(naming, field.text.trimmed)
    default:
      if field.handle(key) { mode = .naming(naming, field) }
      return Outcome()
    }
  }

  private mutating func name(_ naming: Naming, _ name: String) -> Outcome {
    if let problem = problem(ofName: name, naming) { return Outcome(message: problem) }
    mode = .browsing
    switch naming {
    case .new:
      environments.append(Environment(name: name))
      show(environments.count - 1)
      // Its first variable is typed next.
      _ = addRow()
      return Outcome(effects: [.create(collection: collection, Environment(name: name))], chosen: name)
    case .duplicate:
      guard var copy = current else { return Outcome() }
      let former = copy.name
      copy.name = name
      environments.append(copy)
      show(environments.count - 1)
      return Outcome(effects: [.duplicate(collection: collection, name: former, as: name)])
    case .rename:
      guard let former = current?.name, former != name else { return Outcome() }
      environments[index].name = name
      return Outcome(effects: [.rename(collection: collection, name: former, to: name)])
    }
  }

  /// The name becomes a file name.
  private func problem(ofName name: String, _ naming: Naming) -> String? {
    if name.isEmpty { return "The name is empty" }
    if name.contains(where: { $0 == "/" || $0 == "\\" || $0.isNewline }) || name.first == "." {
      return "A name cannot begin with a dot or contain / or \\: it becomes a file's name"
    }
    let others = (environments.map(\.name) + broken).filter { naming != .rename || $0 != current?.name }
    return others.contains(name) ? "There is an environment \(name) already" : nil
  }

  mutating func press(_ key: Key, color field: TextField) -> Outcome {
    var field = field
    switch key {
    case .escape, .control("c"): leave(.color, field)
    case .enter:
      let text = field.text.trimmed
      let digits = text.dropFirst()
      let isColor = text.first == "#" && digits.count == 6 && digits.allSatisfy(\.isHexDigit)
      guard isColor || text.isEmpty || text == "#" else {
        return Outcome(message: "Write a colour as #RRGGBB, such as #2E8A54; leave it empty for none")
      }
      mode = .browsing
      return Outcome(effects: change { $0.color = isColor ? text : nil })
    default:
      if field.handle(key) { mode = .color(field) }
    }
    return Outcome()
  }

  mutating func confirm(_ key: Key) -> Outcome {
    switch key {
    case .character("y"), .character("Y"):
      mode = .browsing
      guard let name = current?.name else { return Outcome() }
      environments.remove(at: index)
      show(min(index, max(0, environments.count - 1)))
      return Outcome(
        effects: [.delete(collection: collection, name: name)], isClosed: environments.isEmpty)
    case .character("n"), .escape, .control("c"): mode = .browsing
    default: break
    }
    return Outcome()
  }

  /// Whether a field is open that accepts a paste.
  var isTyping: Bool {
    switch mode {
    case .cell, .naming, .color, .menu: true
    case .trusting(_, let field): field != nil
    case .browsing, .confirmingDelete, .comparing: false
    }
  }

  mutating func paste(_ text: String, variables: VariableTable?) {
    switch mode {
    case .cell(var edit):
      edit.field.paste(text)
      write(edit, variables: variables)
    case .naming(let naming, var field):
      field.paste(text)
      mode = .naming(naming, field)
    case .color(var field):
      field.paste(text)
      mode = .color(field)
    case .trusting(let line, var field?):
      field.paste(text)
      mode = .trusting(line: line, field)
    case .menu(var menu):
      menu.field.paste(text)
      menu.filter()
      mode = .menu(menu)
    case .browsing, .trusting, .confirmingDelete, .comparing: break
    }
  }
}
