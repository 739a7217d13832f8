import Basics
import Networking
import Sessions
import Workspaces

/// Turns the command line's target (a saved request or a URL) into a plan.
struct TargetFinder {
  let options: WorkspaceChoice
  /// The address of the demo API, if this command serves it.
  var demoURL: String?

  /// Returns whether the text can only be a URL: it has a scheme, even an unsupported one, or starts with a variable.
  static func isURL(_ text: String) -> Bool {
    if text.hasPrefix("{{") { return true }
    guard let colon = text.firstIndex(of: ":") else { return false }
    let (scheme, rest) = (text[..<colon], text[colon...].dropFirst())
    guard scheme.utf8.first?.isASCIILetter == true,
      scheme.utf8.allSatisfy({ $0.isASCIIAlphanumeric || "+-.".utf8.contains($0) })
    else { return false }
    return rest.hasPrefix("//") || rest.hasPrefix("/") && ["http", "https"].contains(scheme.lowercased())
  }

  /// Returns whether text that names no saved request may be a URL without a scheme: `localhost:8080/x`, `example.com`.
  static func looksLikeHost(_ text: String) -> Bool {
    let host = text.prefix { !"/?#".contains($0) }
    // A path on this machine.
    if host.isEmpty || host == "." || host == ".." || host == "~" { return false }
    let name = host.split(separator: ":").first ?? ""
    return host.hasPrefix("[") || name == "localhost" || host.contains(":")
      || name.contains(".") && !text.hasSuffix(".yml")
  }

  /// The plan for a URL: it uses the variables of the workspace, but not its headers or authentication.
  func url(_ url: String, in location: WorkspaceLocator.Location?) throws(Failure) -> SendPlan {
    var definition = RequestDefinition(name: url, url: Self.isURL(url) ? url : "http://\(url)", authentication: .none)
    if WebSocketURL.http(definition.url) != definition.url { definition.kind = .webSocket }
    if CallAddress.isSchemeOfCalls(definition.url) {
      definition.kind = .grpc
      definition.setAddress(definition.url, from: definition)
    }
    definition.settings.followRedirects = false
    definition.settings.maxRedirects = 50
    var plan = SendPlan(definition: definition, context: SendContext())
    let inputs = try inputs()
    if let location {
      let environment = environment(in: location)
      plan.context = try surroundings(in: location.workspace, environment, inputs)
      plan.context.consent?.named = UserValueSource.variables(in: [url])
      plan.workspace = location.isDemo ? nil : location.workspace
      plan.environment = environment
    } else {
      guard options.environment == nil else { throw Failure(.file, "--env needs a workspace; name one with -w") }
      plan.context = Self.bare(inputs)
    }
    plan.context.urlEncoding = .asTyped
    return plan
  }

  /// The variables around a URL. If the workspace is broken and was not named, the URL is still sent; the missing
  /// variables are reported.
  private func surroundings(
    in workspace: Workspace, _ environment: String?, _ inputs: VariableInputs
  ) throws(Failure) -> SendContext {
    do {
      var around = try context(for: workspace.path, in: workspace, environment, inputs).inheriting(.nothing)
      around.folder = WorkspaceLocator.currentFolder()
      return around
    } catch {
      guard options.environment == nil else { throw error }
      Output.error.say("apus: \(error.message); its variables are not used")
      return Self.bare(inputs)
    }
  }

  private static func bare(_ inputs: VariableInputs) -> SendContext {
    let entries = inputs.commandLine.map { VariableTable.Entry($0.name, $0.value, origin: .commandLine) }
    var context = SendContext(variables: VariableTable(entries), folder: WorkspaceLocator.currentFolder())
    context.answer(inputs.prompts)
    context.configuration = SettingsFolder().configuration().configuration
    return context
  }

  func saved(_ request: RequestNode, in location: WorkspaceLocator.Location) throws(Failure) -> SendPlan {
    let file = try Disk.run { () throws(WorkspaceError) in try location.workspace.request(at: request.path) }
    return try saved(request, file, in: location, try context(for: request, in: location))
  }

  /// The plan for a saved request whose file has been read, in its folder's shared context.
  func saved(
    _ request: RequestNode, _ file: RequestFile, in location: WorkspaceLocator.Location, _ context: SendContext
  ) throws(Failure) -> SendPlan {
    try Disk.run { () throws(WorkspaceError) in
      try SendPlan(saved: request, file, in: location.workspace, context, environment: environment(in: location))
    }
  }

  /// The context of a saved request; the same for all requests of its folder.
  func context(for request: RequestNode, in location: WorkspaceLocator.Location) throws(Failure) -> SendContext {
    try context(for: request.path, in: location.workspace, environment(in: location), try inputs())
  }

  private func context(
    for path: String, in workspace: Workspace, _ environment: String?, _ inputs: VariableInputs
  ) throws(Failure) -> SendContext {
    do throws(WorkspaceError) {
      return try workspace.context(for: path, environment: environment, inputs: inputs)
    } catch {
      throw Failure(.file, error.description)
    }
  }

  /// The named environment; the demo has a default.
  func environment(in location: WorkspaceLocator.Location) -> String? {
    options.environment ?? (location.isDemo ? "local" : nil)
  }

  func inputs() throws(Failure) -> VariableInputs {
    var inputs = VariableInputs(process: Locale.allVariables)
    if let demoURL { inputs.commandLine.append(VariableInputs.Pair("base_url", demoURL)) }
    inputs.prompts = try options.answered()
    for (name, value) in try options.assignments() { inputs.commandLine.append(VariableInputs.Pair(name, value)) }
    return inputs
  }

  /// The plan for TARGET: a URL, or a saved request of the workspace.
  func plan(for target: String) throws(Failure) -> SendPlan {
    if Self.isURL(target) { return try url(target, in: locationOrNone()) }
    let location: WorkspaceLocator.Location
    do throws(Failure) {
      location = try locate(target)
    } catch {
      guard options.isOpen, Self.looksLikeHost(target) else { throw error }
      return try url(target, in: nil)
    }
    let tree = location.workspace.shownTree()
    let found = location.workspace.matches(of: target, in: tree, currentFolder: WorkspaceLocator.currentFolder())
    if found.count > 1 {
      // Never picks one of several requests.
      let names = found.map(\.name).joined(separator: ", ")
      throw Failure(.usage, "\(target) names \(found.count) requests: \(names); choose one")
    }
    if let request = found.first?.node {
      if let fault = request.fault { throw Failure(.file, fault.description) }
      return try saved(request, in: location)
    }
    if Self.looksLikeHost(target) { return try url(target, in: location) }
    let place = ExportSource.place(target, in: tree)
    if let place, !place.hasRequests { throw Failure(.file, TerminalText.shown("\(place.words) has no requests")) }
    if place != nil || !RunSelection.nodes(below: target, in: tree).isEmpty {
      throw Failure(.usage, "\(target) is a folder, but this command takes one request; `apus run` sends a folder")
    }
    // The request may be in a folder that is not or cannot be listed.
    let hint =
      RunSelection.notice(around: target, in: tree).map(\.description) ?? Self.nearest(to: target, in: tree)
      ?? tree.notices.first { $0.severity == .error }.map(\.description)
      ?? "`apus list` shows the requests"
    throw Failure(.file, "no request \(target) in \(location.workspace.path); \(TerminalText.shown(hint))")
  }

  /// `did you mean users/create-user?`, if the last part of the target is nearly that of a request or its beginning.
  private static func nearest(to target: String, in tree: WorkspaceTree) -> String? {
    func name(_ id: String) -> String { FilePaths.name(of: id).lowercased() }
    let ids = tree.collections.flatMap(\.requests).map(\.node.id)
    let (typed, names) = (name(target.hasSuffix(".yml") ? String(target.dropLast(4)) : target), ids.map(name))
    let begun = names.first { NearestWord.begins(typed, $0) }
    guard let near = NearestWord.of(typed, in: names) ?? begun else { return nil }
    let found = Set(ids.filter { name($0) == near }).sorted()
    return "did you mean \(found.joined(separator: " or "))?"
  }

  /// The named workspace, otherwise the one that contains the file TARGET, otherwise the one around the current folder.
  private func locate(_ target: String) throws(Failure) -> WorkspaceLocator.Location {
    let isFile = target.hasSuffix(".yml") || target.hasSuffix(".yaml")
    return try options.locate(around: isFile ? target : nil)
  }

  /// The limit on searched subfolders: workspaces have fewer collections, and searching more would delay sending a URL.
  private static let mostFolders = 100

  /// A URL needs no workspace, but a named one must exist.
  private func locationOrNone() throws(Failure) -> WorkspaceLocator.Location? {
    if !options.isOpen { return try options.locate() }
    let current = WorkspaceLocator.currentFolder()
    // The current folder may be outside any workspace.
    guard let workspace = try? Workspace.open(current, lookingInto: Self.mostFolders) else { return nil }
    return WorkspaceLocator.Location(workspace: workspace)
  }
}
