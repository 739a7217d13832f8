import Basics
import Terminal
import Workspaces

extension RequestTurn {
  mutating func apply(_ action: RequestFeature.Action) -> [Outcome] {
    switch action {
    case .moved(let motion): return move(motion)
    case .entered: return enterRequest()
    case .escaped: return escape()
    case .tabChosen(let tab): return choose(tab)
    case .clicked(let mouse, let rect): return click(mouse, in: rect)
    case .pressed(let key): return pressed(key)
    case .pasted(let text): return pasted(text)
    case .typingPaused(let serial): return typingPaused(serial)
    case .committed: return endEditing()
    case .left: return leaveEditing()
    case .urlRequested: return editURL()
    case .methodsRequested:
      if session.draft.kind == .webSocket { return say(.information, "A WebSocket has no method: it opens with GET") }
      // The services of its server are what it has methods of.
      if session.draft.kind == .grpc { return [.servicesRequested] }
      return show(.methods(current: session.draft.method))
    case .methodChosen(let method): return leaveEditing() + edit { $0.method = method.trimmed }
    case .bodyKindsRequested: return showBodyKinds()
    case .schemesRequested: return showSchemes()
    case .formatRequested: return formatBody()
    case .picked(let purpose, let id): return picked(purpose, id)
    case .editorRequested: return editExternally()
    case .tookBack(let purpose, let text): return takeBack(text, purpose)
    case .rowAdded: return addRow()
    case .toggled: return toggle()
    case .rowDuplicated: return duplicateRow()
    case .rowDeleted: return deleteRow()
    case .rowMoved(let step): return moveRow(by: step)
    case .kindSwitched: return switchKind()
    case .messageNameRequested: return askForMessageName()
    case .messageNamed(let name): return renameMessage(to: name.trimmed)
    case .changed(let definition): return edit { $0 = definition }
    case .restored(let definition): return setDraft(definition)
    case .fieldSought(let field): return go(to: field)
    case .fieldRequested(let field): return edit(field)
    case .settingRequested(let key): return editSetting(key)
    case .variableDefined(let name): return define(name)
    case .variableSought(let row): return goToVariable(row)
    case .assertionSought(let test): return goToAssertion(of: test)
    case .textSought(let text): return go(toText: text)
    }
  }

  private mutating func editURL() -> [Outcome] {
    withEditor { $0.isOnURL = true }
    return beginEditing(.url)
  }

  mutating func showBodyKinds() -> [Outcome] {
    if session.draft.kind == .webSocket { return say(.information, "A WebSocket has messages in place of a body") }
    if session.draft.kind == .grpc { return say(.information, "A call of gRPC has messages in place of a body") }
    return show(.bodyKinds(of: session.draft.body))
  }

  mutating func showSchemes() -> [Outcome] {
    let draft = session.draft
    return show(
      .schemes(among: given.schemes, current: draft.authentication.scheme, inherits: draft.kind != .collection))
  }

  mutating func show(_ picker: Picker) -> [Outcome] { refuseEdit() ?? [.pick(picker)] }

  mutating func choose(_ tab: RequestTab) -> [Outcome] {
    let kept = leaveEditing()
    guard RequestTab.tabs(of: session.draft).contains(tab) else { return kept }
    withEditor { editor in
      editor.tab = tab
      editor.isOnURL = false
      editor.column = 0
    }
    return kept
  }
}
