import ArgumentParser
import Basics
import Networking
import Sessions
import Workspaces

/// `apus allow`: shows and changes which of the user's own files and settings a collection may use.
struct AllowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "allow",
    abstract: "Allow a collection to use your secrets, process variables, files outside it, and commands.",
    discussion: """
      A collection uses nothing of yours until you allow it: stored secrets, variables of the process environment, \
      files outside the collection, logins with their tokens, and commands that print a secret. Each consent is for \
      one item, as written, and one receiver. Without names, the command shows what the requests of PATH would use \
      and which secrets their scripts read by name, and asks. A --command without --to may give its secret to every \
      receiver. Trusted certificates and unverified servers in the files of a collection also need your consent, for \
      each server.

      No consent is needed for --var NAME=VALUE, for a process variable APUS_VAR_NAME, which sets NAME, or for \
      anything that the command line names.

      Examples:
        apus allow users/get-user --env local
        apus allow . --variable API_TOKEN --to https://api.example.com
        apus allow --list
      """)

  @Argument(help: "A request, folder or collection; default: the workspace.", completion: .requests)
  var path: String?

  @OptionGroup(title: "Workspace") var place: WorkspacePlace
  @OptionGroup(title: "Workspace") var workspace: WorkspaceOptions

  @Option(help: ArgumentHelp("Allow a variable of the process environment; may be repeated.", valueName: "name"))
  var variable: [String] = []

  @Option(help: ArgumentHelp("Allow a file outside the collection; may be repeated.", valueName: "path"))
  var file: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Allow a command that prints a secret; may be repeated.", valueName: "line"))
  var command: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Allow the stored token of a login; may be repeated.", valueName: "login"))
  var token: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Allow a stored secret; may be repeated.", valueName: "environment/name"))
  var secret: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Allow a page where you log in; may be repeated.", valueName: "URL"))
  var login: [String] = []

  @Flag(help: "Allow the values shared by the workspace's environments.")
  var shared = false

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Allow a certificate that a file of the collection trusts (sha256:DIGITS); may be repeated.",
      valueName: "fingerprint"))
  var certificate: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Trust a certificate (sha256:DIGITS) without an environment, with --to HOST:PORT; may be repeated.",
      valueName: "fingerprint"))
  var pin: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Allow an environment not to verify certificates; may be repeated.", valueName: "environment"))
  var unverified: [String] = []

  @Flag(help: "Allow requests and folders not to verify certificates.")
  var unverifiedRequests = false

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Allow the CA file that a file of the collection names, with its current content; may be repeated.",
      valueName: "file"))
  var authorities: [String] = []

  @Flag(help: "Allow the scripts of the collections of PATH, and the modules that they require, as they are now.")
  var scripts = false

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Allow scripts to send to a server that no request of the collection names; may be repeated.",
      valueName: "URL"))
  var scriptOrigin: [String] = []

  @Option(
    help: ArgumentHelp(
      "The allowed receiver; default: the receivers in the requests of PATH, for a command all.",
      valueName: "receiver"))
  var to: String?

  @Flag(help: "Show what is allowed.") var list = false
  @Flag(help: "Revoke all that is allowed, or only what is named.") var revoke = false
  @Flag(help: "Allow without asking.") var yes = false

  func validate() throws {
    if list, revoke { throw ValidationError("--list and --revoke exclude each other.") }
    let isTrust =
      !certificate.isEmpty || !pin.isEmpty || !unverified.isEmpty || !authorities.isEmpty
      || unverifiedRequests
    let isNamed = ![variable, file, command, token, secret, login, scriptOrigin].allSatisfy(\.isEmpty)
    if to != nil, !isNamed, !isTrust {
      throw ValidationError(
        "--to is the receiver of a --variable, --file, --token, --secret, --login or --command, or the trusted server; name one."
      )
    }
    if !pin.isEmpty, !revoke {
      for fingerprint in pin where to.flatMap({ TransferOptions.TrustedCertificate("\(fingerprint) \($0)") }) == nil {
        throw ValidationError("--pin takes sha256:DIGITS, for the server that --to HOST:PORT names.")
      }
    }
  }

  func run() throws {
    let target = try ConsentPlace(path, workspace.chosen(place))
    if list { return try target.list() }
    let named = Set(own(at: target) + trusted).union(try target.authorities(authorities))
    let origins = try scriptOrigins()
    if scripts || !origins.isEmpty {
      if revoke { return try target.revokeScripts(scripts, origins) }
      if scripts { try target.allowScripts(isConfirmed: yes) }
      if !origins.isEmpty { try target.allow(origins) }
      if named.isEmpty { return }
    }
    if revoke { return try target.revoke(named, to: to) }
    let isForAll = named.allSatisfy(\.mayBeForAll)
    if !named.isEmpty, to != nil || isForAll {
      return try target.allow(
        named.map { UserValueUse($0, to: $0 == .shared ? "" : to ?? "") }.sorted { $0.shown < $1.shown })
    }
    try target.allowUses(named, isConfirmed: yes || !named.isEmpty)
  }

  private func scriptOrigins() throws(Failure) -> [UserValueUse] {
    try scriptOrigin.map { url throws(Failure) in
      guard let origin = VariableTable().origin(of: url) else { throw Failure(.usage, "\(url) has no host") }
      return UserValueUse(.scriptOrigin(origin), to: origin)
    }
  }

  /// The named sources of the user's own data.
  private func own(at place: ConsentPlace) -> [UserValueSource] {
    let lists: [[UserValueSource]] = [
      variable.map { .variable($0) }, file.map { .file(at: place.absolute($0)) }, token.map { .token($0) },
      secret.map { .secret($0) }, login.map { .login($0) }, command.map { .command($0) }, shared ? [.shared] : [],
    ]
    return lists.flatMap(\.self)
  }

  /// The trusted certificates, without authorities.
  private var trusted: [UserValueSource] {
    let lists: [[UserValueSource]] = [
      certificate.map { .certificate($0) }, pin.map { .pin($0) }, unverified.map { .unverified($0) },
      unverifiedRequests ? [.unverifiedRequests] : [],
    ]
    return lists.flatMap(\.self)
  }
}

extension UserValueSource {
  /// True if a consent may omit the receiver.
  fileprivate var mayBeForAll: Bool {
    kind == .command || kind == .shared
  }
}

/// The collections that `apus allow` refers to; shows and changes their consents.
struct ConsentPlace {
  private let location: WorkspaceLocator.Location
  private let path: String?
  private let finder: TargetFinder
  private var workspace: Workspace { location.workspace }

  /// - Parameter path: a folder or file on disk, otherwise the path of a request or folder in the workspace.
  init(_ path: String?, _ choice: WorkspaceChoice) throws(Failure) {
    self.path = path
    finder = TargetFinder(options: choice)
    // A path that is not on disk is looked up in the workspace.
    if choice.isOpen, let path, (try? FileSystem.live.resolve(path)) != nil {
      location = WorkspaceLocator.Location(workspace: try WorkspaceLocator.open(path))
    } else {
      location = try choice.locate()
    }
  }

  func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(WorkspaceLocator.currentFolder())/\(path)"
  }

  /// The sources for authority files with their content, current or as named by a refusal.
  func authorities(_ files: [String]) throws(Failure) -> [UserValueSource] {
    try files.map { file throws(Failure) in
      if file.contains(" sha256:") { return .authorities(file) }
      do throws(FileError) { return try UserValueSource.authorities(at: absolute(file)).1 } catch {
        throw Failure(.file, error.description)
      }
    }
  }

  /// The collections in or above the path; all collections if there is no path.
  /// - Throws: if the path names nothing, because a consent must never be given or revoked for more than the user
  ///   meant.
  private func meant() throws(Failure) -> CollectionConsents {
    guard let path else { return CollectionConsents(workspace) }
    if let consents = CollectionConsents(workspace, at: path) { return consents }
    // A path that is not on disk is looked up in the collections.
    let nodes = RunSelection.nodes(
      of: path, in: workspace, workspace.tree(), currentFolder: WorkspaceLocator.currentFolder())
    guard !nodes.isEmpty else {
      throw Failure(
        .file, "no request, folder or collection \(path) in \(workspace.path); `apus list` shows them")
    }
    let found = Set(nodes.map { workspace.collection(of: $0.path) })
    return CollectionConsents(workspace, collections: workspace.collectionPaths().filter(found.contains))
  }

  func list() throws {
    let consents = try meant()
    let records = try Disk.run { () throws(WorkspaceError) in try consents.records() }
    if records.isEmpty { Output.error.say("apus: nothing is allowed") }
    var scripts: [String: [PlacedScript]] = [:]
    for (collection, record) in records {
      if record.source.kind == .script {
        let all = scripts[collection] ?? workspace.scriptsAndModules(ofCollection: collection)
        scripts[collection] = all
        let script = all.first { $0.digest == record.source.name }
        let shown = script.map { "\($0.phase) of \($0.file):\($0.line)" } ?? record.source.name
        try Output.standard.write(TerminalText.line("script  \(shown)  for \(collection)") + "\n")
        continue
      }
      let receiver = record.receiver.isEmpty ? "all" : record.receiver
      let line = "\(record.source.kind.rawValue)  \(record.source.name)  to \(receiver)  for \(collection)"
      try Output.standard.write(TerminalText.line(line) + "\n")
    }
  }

  /// - Parameter named: the sources to revoke; empty revokes all.
  func revoke(_ named: Set<UserValueSource>, to receiver: String?) throws(Failure) {
    let consents = try meant()
    let count = try Disk.run { () throws(WorkspaceError) in try consents.revoke(named, to: receiver) }
    Output.error.say("apus: \(count) revoked")
  }

  func allow(_ uses: [UserValueUse]) throws(Failure) {
    for collection in try meant().collections { try allow(uses, for: collection) }
  }

  /// Shows and allows the scripts that are not allowed yet.
  func allowScripts(isConfirmed: Bool) throws(Failure) {
    let questions = try meant().collections.map { workspace.unallowedScripts(of: $0) }.filter { !$0.scripts.isEmpty }
    guard !questions.isEmpty else { return Output.error.say("apus: all scripts are already allowed") }
    for question in questions { question.show() }
    if !isConfirmed, try !agrees() { throw Failure(.interrupted, "nothing was allowed") }
    for question in questions { try question.allow(in: workspace) }
  }

  func revokeScripts(_ scripts: Bool, _ origins: [UserValueUse]) throws(Failure) {
    let consents = try meant()
    let records = try Disk.run { () throws(WorkspaceError) in try consents.records() }
    let named = Set(records.map(\.record.source).filter { scripts && $0.kind == .script } + origins.map(\.source))
    // An empty set would revoke everything.
    if named.isEmpty { return Output.error.say("apus: 0 revoked") }
    try revoke(named, to: nil)
  }

  /// Shows and allows the uses of the requests that lack consent.
  /// - Parameter named: the sources to allow; empty allows all.
  func allowUses(_ named: Set<UserValueSource>, isConfirmed: Bool) throws(Failure) {
    var found: [CollectionConsents.Asked] = []
    for item in try RunSelection.of(path, in: location, tags: [], excluding: []).items {
      // An unreadable file names no sources; sending it reports the error.
      guard case .success = item.source else { continue }
      found.add(try uses(of: item.node).filter { named.isEmpty || named.contains($0.use.source) })
    }
    guard !found.isEmpty else {
      let what = named.isEmpty ? "everything used is already allowed" : "none of these is used"
      return Output.error.say("apus: \(what); --to names a receiver")
    }
    for asked in found {
      Output.error.say("\(asked.requestID): \(Self.words(for: asked.use)), \(asked.use.place)")
    }
    if !isConfirmed, try !agrees() { throw Failure(.interrupted, "nothing was allowed") }
    for asked in found { try allow([asked.use], for: asked.collection) }
  }

  private func uses(of node: RequestNode) throws(Failure) -> [CollectionConsents.Asked] {
    let plan = try finder.saved(node, in: location)
    do throws(SendFault) { return try CollectionConsents(workspace).unallowed(by: plan, at: node.path) } catch {
      throw plan.failure(for: error)
    }
  }

  private func agrees() throws(Failure) -> Bool {
    if let isAllowed = Confirmation.asked(ScriptQuestions.consent) { return isAllowed }
    throw Failure(.usage, "cannot ask without a terminal; add --yes to allow all of it, or name what to allow")
  }

  private func allow(_ uses: [UserValueUse], for collection: String) throws(Failure) {
    try Disk.run { () throws(WorkspaceError) in try CollectionConsents(workspace).allow(uses, for: collection) }
    for use in uses { Output.error.say("apus: allowed: \(Self.words(for: use))") }
  }

  private static func words(for use: UserValueUse) -> String {
    if use.source.kind == .command { return "to run \(use.shown) for \(use.receiver.isEmpty ? "all" : use.receiver)" }
    if use.source.kind == .login { return "to open \(use.what) for \(use.receiver)" }
    if use.source == .shared { return "to use \(use.what)" }
    if use.isRead { return "to read \(use.what) for \(use.receiver)" }
    return "\(use.what) \(use.isTrust ? "for" : "to") \(use.receiver)"
  }
}
