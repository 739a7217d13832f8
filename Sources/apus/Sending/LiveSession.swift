import Basics
import Explorer
import Networking
import Sessions
import Workspaces

/// Creates a command's session: logins ask the user at the terminal, and requests sent for their responses are recorded
/// like any other.
enum LiveSession {
  /// - Parameter history: `nil` records nothing.
  static func make(
    _ workspace: Workspace?, client: Client, history: History?, runtime: RuntimeVariables = RuntimeVariables(),
    cookies: SessionCookies.Keeping = .stored, scripts: ScriptChoice = ScriptChoice()
  ) -> SendSession {
    var dependencies = dependencies(client, history: history)
    dependencies.cookies = workspace.map { SessionCookies($0, cookies) }
    var options = SendSession.Options()
    scripts.apply(to: &options)
    return SendSession(
      workspace, dependencies: dependencies, runtime: runtime, logins: logins(client), options: options)
  }

  /// The dependencies that a command's sessions share, without cookies.
  /// - Parameter history: `nil` records nothing.
  static func dependencies(_ client: Client, history: History?) -> SendSession.Dependencies {
    var dependencies = SendSession.Dependencies(drivers: LiveDrivers.all(client))
    dependencies.types = .callTypes(client)
    dependencies.scripts = LiveScripts.make()
    if let history {
      dependencies.record = { record, redaction in keep(record, redaction, in: history) }
      dependencies.journal = { record, redaction in history.journal(record, redaction: redaction) }
    }
    return dependencies
  }

  /// Creates the logins. Without a terminal, a login that needs the user is refused.
  static func logins(_ client: Client) -> Logins {
    guard Output.error.isTerminal else { return Logins(client: client) }
    return Logins(
      client: client,
      open: { url, receiver in
        Output.error.say("apus: log in at \(url)")
        Output.error.say("apus: the login is for \(receiver)")
      },
      show: { code, receiver in
        let place = code.completeURL ?? code.verificationURL
        Output.error.say("apus: log in at \(place) with the code \(code.userCode); the login is for \(receiver)")
      })
  }

  /// A command's history, with the limits chosen on the screen and on the command line. Reports problems that prevent
  /// its use.
  static func history(of workspace: Workspace, _ options: TransportOptions? = nil) -> History {
    for line in workspace.privateFolder.check() { Output.error.say("apus: \(line)") }
    let settings = workspace.configuration().configuration
    var history = History(workspace: workspace) {
      PreferencesFile(workspace: workspace).read().retention ?? settings.retention
    }
    history.heed(settings)
    if let size = options?.keepBody.flatMap({ ByteCount($0) }) { history.largestBody = size.bytes }
    history.adoptInterrupted()
    return history
  }

  private static func keep(_ record: HistoryRecord, _ redaction: Redaction, in history: History) -> RecordOutcome {
    do throws(WorkspaceError) {
      try history.append(record, redaction: redaction)
      return .kept
    } catch {
      // Already reported.
      if case .file(let error) = error, error.reason == .unused { return .off }
      return .notKept(error.description)
    }
  }

  /// Reports that cookies cannot be read or stored, which never fails the command.
  static func report(cookiesNotKept why: String) {
    Output.error.say("apus: the cookies cannot be stored: \(why)")
  }

  /// Reports that a request is sent because another one needs its answer.
  static func report(sendingFirst id: String, method: String) {
    Output.error.say("apus: sending \(id) (\(method)) first, for its answer")
  }

  /// Reports a failed test of a script, or a line of its console; neither belongs to the answer.
  static func report(script event: ScriptEvent) {
    switch event {
    case .console(let line): Output.error.say("apus: [\(line.level)] \(TerminalText.shown(line.text))")
    case .began: break
    case .verdict(let verdict) where verdict.passed || verdict.isSkipped: break
    case .verdict(let verdict):
      let why = verdict.message.map { ": \($0)" } ?? ""
      Output.error.say("apus: failed test: \(TerminalText.shown(verdict.name + why))")
    }
  }

  /// Reports that an exchange cannot be recorded, which never fails the command.
  static func report(notKept why: String) {
    Output.error.say("apus: the history cannot be stored: \(why)")
  }
}

/// Creates the client for both the screen and the command line, so that both send the same bytes.
enum LiveClient {
  /// The User-Agent for requests that set none.
  static let defaults = RequestConfig.identified(as: "apus/\(ProgramVersion.text)")

  /// - Parameter parallel: the number of concurrent requests; `nil` for the default.
  static func make(parallel: Int? = nil) -> Client {
    let transport = parallel.map { CurlTransport(transfers: $0, transfersPerHost: $0) } ?? CurlTransport()
    return Client(transport: transport, defaults: defaults)
  }
}

/// The supported protocols: the first driver that accepts a request handles it. Add new protocols here.
enum LiveDrivers {
  /// - Parameters:
  ///   - input: the user's messages to a conversation.
  ///   - isAttended: true if a user is there to end a conversation.
  ///   - readsLines: true if JSON texts are messages under any content type.
  ///   - emitsDefaults: true if gRPC answers include fields with default values.
  static func all(
    _ client: Client, input: ConversationInput? = nil, isAttended: Bool = false, readsLines: Bool = false,
    emitsDefaults: Bool = false
  ) -> [ConversationDriver] {
    [
      .subscriptions(client, isAttended: isAttended), ConversationDriver(client, readsLines: readsLines),
      .webSocket(client, input: input, isAttended: isAttended),
      .grpc(client, input: input, isAttended: isAttended, emitsDefaults: emitsDefaults),
    ]
  }

  /// The kinds of request that the drivers support. Reading this opens no connection.
  static var kinds: Set<String> { all(LiveClient.make()).kinds }
}
