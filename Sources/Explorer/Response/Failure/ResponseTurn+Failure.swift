import Terminal
import Workspaces

extension ResponseTurn {
  /// A letter of the page: what it stood for when it was drawn, and only as long as that is still shown.
  mutating func choose(_ command: String) -> [Outcome] {
    pane.offered.first { $0.command == command }.map { choose($0) } ?? []
  }

  private mutating func choose(_ choice: FailureChoice) -> [Outcome] {
    guard pane.offered.contains(choice), pane.shownChoices(given: given).contains(choice) else { return [] }
    switch choice.deed {
    case .editField(let field): return [.edit(field)]
    case .define(let name, let environment?):
      var prompt = Prompt("Value of \(name) in environment \(environment)", .variableValue(name: name))
      prompt.isHidden = VariableTable.namesSecret(name)
      return [.ask(prompt)]
    case .define(let name, nil): return [.defineInRequest(name)]
    case .changeVariable(let name): return [.changeVariable(name)]
    case .setting(let key): return [.editSetting(key)]
    case .openFile(let path): return [.system(.editFile(path: path))]
    case .copy(let text, let label): return [.system(.copy(text, label: label))]
    case .chooseAuthorities(let host):
      return [.ask(Prompt("File of certificate authorities (PEM) to trust for \(host)", .authorities(host: host)))]
    case .trust(let url): return [.inspectCertificate(url: url)]
    case .startDemo: return [.system(.startDemo)]
    case .command: return [.perform(command: choice.command)]
    }
  }

  /// Moves the cursor among the choices; `nil` where no page of a failure is shown.
  mutating func moveInChoices(_ motion: Motion) -> [Outcome]? {
    guard let page = FailurePage(pane, given: given) else { return nil }
    let last = max(0, page.choices.count - 1)
    let cursor = pane.failureCursor(of: page)
    switch motion {
    case .up: putCursor(at: max(0, cursor - 1))
    case .down: putCursor(at: min(last, cursor + 1))
    case .pageUp, .top: putCursor(at: 0)
    case .pageDown, .bottom: putCursor(at: last)
    case .left, .right: return nil
    }
    return []
  }

  private mutating func putCursor(at index: Int) { pane.lists[.body] = .init(cursor: index) }

  /// Enter on the choice under the cursor.
  mutating func enterChoice() -> [Outcome]? {
    guard let page = FailurePage(pane, given: given) else { return nil }
    let cursor = pane.failureCursor(of: page)
    return page.choices.indices.contains(cursor) ? choose(page.choices[cursor]) : []
  }

  /// A click on a choice takes it; a right click only goes to it.
  mutating func clickChoice(_ mouse: Mouse) -> [Outcome]? {
    guard let frame = given.rect, let page = FailurePage(pane, given: given) else { return nil }
    let layout = FailureLayout(page, in: FailureLayout.area(of: page, in: frame))
    guard let index = layout.choice(at: mouse.point) else { return [] }
    putCursor(at: index)
    return mouse.button == .left ? choose(page.choices[index]) : []
  }
}
