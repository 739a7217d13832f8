import ArgumentParser
import Basics
import Essentials
import Interchange
import Networking
import Sessions
import Workspaces

/// `apus export FORMAT TARGET`: writes requests for another tool.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write requests for another tool.",
    discussion: """
      curl, har and code contain requests as sent, with their variables filled in. curl is short, as typed by hand; \
      with --exact it sends the bytes that Apus sends: agent, compression, redirects. http, hurl, postman and json \
      (the neutral model of `apus import --json`) keep variables as {{name}}. k6 is a script that sends the requests \
      in order, with their assertions as checks and thresholds, and with their captures.

      All accept a folder or a whole collection, too. -o names a file or, for code, a folder that gets a file for \
      each request (as does an existing folder for curl); with the extension of the language it is one file. A \
      request that cannot be read or built, or would be read back as something else, is reported and left out, and \
      the exit status is 4.

      Secrets are masked; --reveal-secrets writes them, so that the output sends what `apus send` sends.
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case curl, har, http, hurl, postman, json, k6, code
  }

  @Argument(help: "curl, har, http, hurl, postman, json, k6 or code.")
  var format: Format

  @Argument(
    help: "A saved request (users/get-user), its file, or a URL; a folder or collection.", completion: .requests)
  var target: String

  @OptionGroup(title: "Workspace") var place: WorkspacePlace
  @OptionGroup(title: "Workspace") var workspace: WorkspaceOptions
  @OptionGroup(title: "Request") var request: RequestOptions
  @OptionGroup(title: "Request") var body: BodyOptions
  @OptionGroup(title: "Request") var authentication: AuthenticationOptions
  @OptionGroup(title: "Transfer") var transport: TransportOptions

  @Option(
    help: "The shell to quote for: sh, bash, cmd or pwsh.", completion: .list(["sh", "bash", "cmd", "pwsh"]))
  var shell = "sh"

  @Option(
    help: "resolved: variables are filled in; shell: they become shell variables.",
    completion: .list(["resolved", "shell"]))
  var variables = "resolved"

  @Option(
    name: .customLong("lang"), help: "code: the language and library, one of these.\n\(Self.languages)",
    completion: .list(CodeLanguage.all.map(\.id)))
  var language: String?

  @Flag(help: "curl: with all options needed to send the same bytes.")
  var exact = false

  @Option(
    name: [.customShort("o", allowingJoined: true), .customLong("output")], parsing: .unconditional,
    help: "Write to this file, or to files in this folder, instead of standard output.", completion: .file())
  var output: String?

  @Flag(help: "Write secrets too.")
  var revealSecrets = false

  func validate() throws {
    guard CurlCommand.Shell(rawValue: shell) != nil else {
      throw ValidationError("--shell takes sh, bash, cmd or pwsh.")
    }
    guard CurlExport.Variables(rawValue: variables) != nil else {
      throw ValidationError("--variables takes resolved or shell.")
    }
    let languages = CodeLanguage.all.map(\.id)
    if let language, format == .code, CodeLanguage.named(language) == nil {
      let near = NearestWord.of(language, in: languages) ?? languages.first { $0.contains(language.lowercased()) }
      let own = language.lowercased() == "curl" ? "`apus export curl` writes it" : nil
      let hint =
        own ?? near.map { "did you mean \($0)?" } ?? "--lang takes \(languages.joined(separator: ", "))."
      throw ValidationError("There is no language \(TerminalText.line(language)); \(hint)")
    }
    guard (format == .code) == (language != nil) else {
      throw ValidationError(
        "code, and only code, takes --lang: one of \(languages.joined(separator: ", ")).")
    }
    if exact, format != .curl { throw ValidationError("--exact is for curl only: the others have one form.") }
  }

  /// The languages, one per line: `go: Go (net/http)`.
  private static let languages = CodeLanguage.all.map { "\($0.id): \($0.titleWithLibrary)" }.joined(separator: "\n")

  private var form: ExportForm {
    if let format = ExportFormat(rawValue: format.rawValue) { return .format(format) }
    if let language = language.flatMap(CodeLanguage.named) { return .code(language) }
    return format == .har ? .har : exact ? .exactCurl : .curl
  }

  func run() async throws {
    if let output, form.isSplit(at: output, isFolder: OutputFolder.isFolder(output)), let files = try files() {
      return try write(files, to: output)
    }
    let result = try result()
    report(result.notices, isMasked: result.isMasked)
    if result.leftOut > 0, result.text.isEmpty { throw Failure(.request, "nothing was exported") }
    try write(result.text.hasSuffix("\n") ? result.text : result.text + "\n")
    if result.leftOut > 0 { throw Failure(.request) }
  }

  private func report(_ notices: [String], isMasked: Bool) {
    for notice in notices { Output.error.say("apus: \(notice)") }
    if !revealSecrets, isMasked { Output.error.say("apus: secrets are masked; --reveal-secrets writes them") }
  }

  private func write(_ files: ExportFiles, to folder: String) throws(Failure) {
    report(files.notices, isMasked: files.isMasked)
    guard !files.files.isEmpty else { throw Failure(.request, "nothing was exported") }
    try OutputFolder.write(files, to: folder)
    Output.error.say("apus: \(files.count) in \(folder)")
    if files.leftOut > 0 { throw Failure(.request) }
  }

  private var folder: ExportFolder {
    ExportFolder(
      target: target, form: form, workspace: workspace.chosen(place), transport: transport, options: options)
  }

  /// - Returns: `nil` if the target is a request.
  private func files() throws(Failure) -> ExportFiles? {
    guard !TargetFinder.isURL(target), let files = try folder.files() else { return nil }
    try refuseChanges()
    return files
  }

  private var changes: RequestChanges {
    RequestChanges(options: request, body: body, authentication: authentication)
  }

  private func refuseChanges() throws(Failure) {
    guard changes.isEmpty else {
      throw Failure(.usage, "\(target) is a folder; -X, -H, -d and the like change one request")
    }
  }

  private func result() throws(Failure) -> ExportText {
    if !TargetFinder.isURL(target), let text = try folder.text() {
      try refuseChanges()
      return text
    }
    var plan = try TargetFinder(options: workspace.chosen(place)).plan(for: target)
    try changes.apply(to: &plan)
    transport.apply(to: &plan)
    plan.addRecordedAnswers(now: Date())
    do throws(SendFault) { return try plan.export(as: form, options) } catch { throw plan.failure(for: error) }
  }

  private var options: ExportOptions {
    var options = ExportOptions(
      creator: ("apus", ProgramVersion.text), time: ISOTime.text(Date()), defaults: LiveClient.defaults)
    options.revealsSecrets = revealSecrets
    options.shell = CurlCommand.Shell(rawValue: shell) ?? .sh
    options.variables = CurlExport.Variables(rawValue: variables) ?? .resolved
    return options
  }

  private func write(_ text: String) throws(Failure) {
    guard let output else {
      let isJSON = [.har, .postman, .json].contains(format)
      return try Output.standard.write(text, as: isJSON ? .json : .text)
    }
    let file = try OutputFile(output)
    try file.output.write(text)
    try file.commit()
  }
}

/// The folder or collection that the target of `apus export` names, as text for another tool.
struct ExportFolder {
  let target: String
  let form: ExportForm
  let workspace: WorkspaceChoice
  let transport: TransportOptions
  let options: ExportOptions

  /// - Returns: `nil` if the target is not a folder with requests.
  func text() throws(Failure) -> ExportText? {
    guard let location else { return nil }
    if let format = form.format { return try text(in: format, from: location.workspace) }
    return try requests(in: location)?.export.text
  }

  /// A file for each request.
  /// - Returns: `nil` if the target is not a folder with requests.
  func files() throws(Failure) -> ExportFiles? {
    guard let location, let found = try requests(in: location) else { return nil }
    return found.export.files(below: found.path)
  }

  private var location: WorkspaceLocator.Location? {
    // A path into another workspace selects that workspace; anything else is a request or a URL. Without a workspace
    // there is no folder; other errors are reported when the request is looked up.
    try? workspace.locate(around: target)
  }

  private func requests(
    in location: WorkspaceLocator.Location
  ) throws(Failure) -> (export: FolderExport, path: String)? {
    let tree = location.workspace.shownTree()
    let place = ExportSource.place(target, in: tree)
    let nodes = RunSelection.nodes(below: place?.path ?? target, in: tree)
    // A request with this name takes precedence, for compatibility with versions before folder exports.
    let folder = WorkspaceLocator.currentFolder()
    guard !nodes.isEmpty, location.workspace.matches(of: target, in: tree, currentFolder: folder).isEmpty else {
      return nil
    }
    let path = place?.path ?? target
    return (try export(nodes, ExportSource.unlisted(below: path, in: tree), in: location), path)
  }

  private func text(in format: ExportFormat, from workspace: Workspace) throws(Failure) -> ExportText? {
    let source = ExportSource(workspace, environment: self.workspace.environment)
    do throws(ExportFault) {
      return try WorkProgress.showing("Exporting") { () throws(ExportFault) in
        try source.text(of: target, in: format, revealsSecrets: options.revealsSecrets)
      }
    } catch {
      throw Failure(.file, TerminalText.shown(error.description))
    }
  }

  private func export(
    _ nodes: [RequestNode], _ unlisted: [Notice], in location: WorkspaceLocator.Location
  ) throws(Failure) -> FolderExport {
    let finder = TargetFinder(options: workspace)
    let planner = RunPlanner(
      workspace: location.workspace, environment: finder.environment(in: location), inputs: try finder.inputs(),
      isConfirmed: true, changes: transport.changes)
    return WorkProgress.showing("Exporting") {
      FolderExport(
        nodes, unlisted: unlisted, as: form, options, planner: planner,
        complete: { $0.addRecordedAnswers(now: Date()) },
        words: { fault, plan in plan.failure(for: fault).message })
    }
  }
}
