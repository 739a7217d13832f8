import Basics
import Sessions
import Terminal
import Workspaces

extension AppState {
  /// Acts on the item chosen in a picker.
  mutating func picked(_ purpose: Picker.Purpose, _ id: String) -> [Effect] {
    switch purpose {
    case .palette where id.hasPrefix(Picker.requestPrefix):
      return picked(.jump, String(id.dropFirst(Picker.requestPrefix.count)))
    case .palette: return commands.command(named: id).map { performWhereItActs($0) } ?? []
    case .menu(let subject): return pickedInMenu(of: subject, id)
    case .jump:
      guard let node = workspace.request(at: id) else { return [] }
      showInTree(.request(id))
      return open(node)
    case .environment where id == Picker.newEnvironment: return apply(EnvironmentFeature.Action.newRequested)
    case .environment: return apply(EnvironmentFeature.Action.chosen(id.isEmpty ? nil : id))
    case .theme: return pickedTheme(id)
    case .method: return apply(RequestAction.methodChosen(id))
    case .folder(let moving): return [.files(.change(.move(path: moving, folder: id)))]
    case .use(let reference): return use(reference, inRequestAt: id)
    case .usePlace(let reference): return use(reference, at: id)
    case .place(let key, let former): return placeChosen(id, for: key, insteadOf: former)
    case .export(let target): return apply(ExportFeature.Action.formChosen(target, id: id))
    case .exportPlace(let order): return apply(ExportFeature.Action.placeChosen(order, id: id))
    case .bodyKind, .authentication: return request(.picked(purpose, id))
    case .copy, .value, .view, .comparand, .message: return respond(.picked(purpose, id))
    case .about: return []
    case .variable: return apply(VariableFeature.Action.chosen(id))
    case .workspace(let isBeside):
      return apply(SwitchAction.chosen(paths: Picker.paths(of: id).map(TypedPath.plain), isBeside: isBeside))
    }
  }

  /// Runs a command chosen by name in the pane that it acts in, which may not be the focused one.
  private mutating func performWhereItActs(_ command: Command) -> [Effect] {
    let pane = page.map { command.contexts.contains($0.context) } == true ? nil : pane(for: command)
    // A command of the panes leads back to them.
    if pane != nil { page = nil }
    return (pane.map { setFocus($0) } ?? []) + perform(command)
  }

  /// Acts on the text of a prompt after Enter.
  mutating func answered(_ purpose: Prompt.Purpose, _ text: String) -> [Effect] {
    let name = text.trimmed
    switch purpose {
    case .treeFilter: return apply(TreeFeature.Action.filterChanged(text.isEmpty ? nil : text))
    case .historyFilter: return historyQueryTyped(text)
    case .cookieFilter: return apply(CookiesFeature.Action.filterTyped(text))
    case .retention: return apply(.history(.retentionTyped(text)))
    case .runData: return apply(RunFeature.Action.dataTyped(TypedPath.plain(name)))
    case .runUntil: return apply(RunFeature.Action.untilTyped(name))
    case .runTempo: return apply(RunFeature.Action.tempoTyped(name))
    case .runReport: return name.isEmpty ? [] : apply(RunFeature.Action.reportTyped(name))
    case .search, .jsonPath, .messages, .saveBody, .goToLine, .pipe, .environmentVariable, .capture, .variableValue,
      .authorities:
      return respond(.answered(purpose, text))
    default: break
    }
    guard !name.isEmpty else { return [] }
    switch purpose {
    case .newCollection: return [.files(.change(.createCollection(name: name)))]
    case .newRequest(let folder):
      return [.files(.change(.create(RequestDefinition(name: name, url: newURL), folder: folder)))]
    case .newFolder(let parent): return [.files(.change(.createFolder(name: name, parent: parent)))]
    case .messageName: return request(.messageNamed(name))
    case .rename(let path): return [.files(.change(.rename(path: path, to: name)))]
    case .saveAs(let key, let folder): return saveAs(key, named: name, in: folder)
    case .saveInNew(let key, let collection): return saveInNewCollection(key, named: name, collection)
    case .environmentName: return apply(EnvironmentFeature.Action.created(named: name))
    case .importSource: return importSource(.path(TypedPath.plain(name)))
    case .exportFile(let order): return apply(ExportFeature.Action.pathTyped(order, name))
    default: return []
    }
  }

  /// Why the text of a prompt is invalid; the prompt then stays open.
  func fault(of prompt: Prompt) -> String? {
    let text = prompt.field.text
    switch prompt.purpose {
    case .newCollection, .newRequest, .newFolder, .rename, .saveAs, .saveInNew, .environmentName:
      return text.trimmed.isEmpty ? "The name is empty" : nil
    case .exportFile: return text.trimmed.isEmpty ? "The path is empty" : nil
    case .messageName: return session?.fault(ofMessageName: text.trimmed)
    case .retention:
      return RetentionText.retention(text) == nil
        ? "Days, entries and size, such as 90d 10000 500MB; each is optional" : nil
    case .search, .jsonPath, .messages, .saveBody, .goToLine, .environmentVariable, .capture, .authorities:
      return session?.response.fault(of: prompt.purpose, text, searchOptions)
    case .runUntil:
      return text.isEmpty || Assertion(words: text) != nil
        ? nil : "A path, an operator and a value, such as res.status eq 200"
    case .runTempo:
      do throws(RunTempo.Fault) { _ = try RunTempo(words: text) } catch { return error.description }
      return nil
    case .treeFilter, .historyFilter, .cookieFilter, .pipe, .variableValue, .runData, .runReport,
      .importSource:
      return nil
    }
  }

  private mutating func historyQueryTyped(_ text: String) -> [Effect] {
    apply(.history(.queryTyped(text, pause: nextSerial())))
  }

  /// The initial URL of a new request: the base URL if the environment has a variable for it.
  private var newURL: String {
    let names = environment.current?.variables.map(\.row.name) ?? []
    return ["base_url", "baseUrl", "base", "host"].first(where: names.contains).map { "{{\($0)}}/" } ?? ""
  }

  mutating func changedWhileTyping(_ purpose: Prompt.Purpose, _ text: String) -> [Effect] {
    if purpose == .treeFilter { return apply(TreeFeature.Action.filterChanged(text)) }
    if purpose == .historyFilter { return historyQueryTyped(text) }
    if purpose == .cookieFilter { return apply(CookiesFeature.Action.filterTyped(text)) }
    return respond(.typed(purpose, text))
  }

  /// Handles Esc in a prompt that acts while the user types.
  mutating func abandoned(_ purpose: Prompt.Purpose) -> [Effect] {
    if purpose == .treeFilter { return apply(TreeFeature.Action.filterChanged(nil)) }
    if purpose == .historyFilter { return apply(.history(.filterEnded)) }
    if purpose == .cookieFilter { return apply(CookiesFeature.Action.filterTyped("")) }
    return respond(.abandoned(purpose))
  }
}
