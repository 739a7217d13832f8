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
    cookies: SessionCookies.Keeping = .stored
  ) -> SendSession {
    var outside = outside(client, history: history)
    outside.cookies = workspace.map { SessionCookies($0, cookies) }
    return SendSession(workspace, outside: outside, runtime: runtime, logins: logins(client))
  }

  /// What the sessions of a command share, without cookies.
  /// - Parameter history: `nil` records nothing.
  static func outside(_ client: Client, history: History?) -> SendSession.Outside {
    var outside = SendSession.Outside(drivers: LiveDrivers.all(client))
    outside.types = .callTypes(client)
    if let history {
      outside.record = { record, redaction in keep(record, redaction, in: history) }
      outside.journal = { record, redaction in history.journal(record, redaction: redaction) }
    }
    return outside
  }

  /// Without a terminal, a login that needs the user is refused.
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

  /// A command's history, with the limits chosen on the screen. Reports problems that prevent its use.
  static func history(of workspace: Workspace) -> History {
    for line in workspace.privateFolder.check() { Output.error.say("apus: \(line)") }
    let settings = workspace.configuration().configuration
    var history = History(workspace: workspace) {
      PreferencesFile(workspace: workspace).read().retention ?? settings.retention
    }
    history.heed(settings)
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
  static func tell(cookiesNotKept why: String) {
    Output.error.say("apus: the cookies cannot be kept: \(why)")
  }

  /// Reports that an exchange cannot be recorded, which never fails the command.
  static func tell(notKept why: String) {
    Output.error.say("apus: the history cannot be stored: \(why)")
  }
}
