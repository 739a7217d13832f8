import Workspaces

extension ResponseTurn {
  /// A letter of the page: what it stood for when it was drawn, and only as long as that is still shown.
  mutating func choose(_ command: String) -> [Outcome] {
    guard let choice = pane.offered.first(where: { $0.command == command }),
      pane.shownChoices(given: given).contains(choice)
    else { return [] }
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
    case .command: return []
    }
  }
}
