import ArgumentParser
import Sessions
import Workspaces

/// The arguments of `apus send`.
struct SendLine: Sendable {
  var target: String
  var workspace = WorkspaceChoice()
  var request: RequestChanges?
  var transport: TransportOptions?
  var printing = PrintChoice()
  /// Sends to a protected environment without asking.
  var yes = false
  var noHistory = false
  var scripts = ScriptChoice()
  var retry: RetryCondition?
  /// Requests the following pages of the answer, too.
  var paging: PagingChoice?
  /// Ends the answer once its messages are as expected.
  var end: ConversationEnd?
  /// The names of the saved messages to send; empty uses the file's own selection.
  var messageNames: [String] = []
  /// True if lines of standard input are bytes in hexadecimal. `messageFiles` are files whose bytes are sent.
  var isHex = false
  var messageFiles: [String] = []
  /// True if gRPC answers include fields with default values.
  var emitsDefaults = false
  /// Prints the request instead of sending it.
  var dryRun = false
  /// The environments to send under at once; if empty, the one of the workspace options.
  var environments: [String] = []

  /// Checks combinations of options across groups.
  func validate() throws {
    try printing.validate()
    if retry != nil, printing.download != nil {
      throw ValidationError("--retry-until and --download exclude each other.")
    }
    if printing.messages, printing.download != nil || printing.include {
      throw ValidationError("--messages, --until and --count exclude --download and --include.")
    }
    if printing.joined, printing.json || printing.query != nil {
      throw ValidationError("--joined writes one text: it excludes --json and --query.")
    }
    if printing.messages, retry != nil || dryRun || !environments.isEmpty {
      throw ValidationError("--messages, --until and --count exclude --retry-until, --dry-run and --envs.")
    }
    if !environments.isEmpty {
      if workspace.environment != nil || dryRun || retry != nil || scripts.savesVariables {
        throw ValidationError("--envs excludes --env, --dry-run, --retry-until and --save-variables.")
      }
      let isElsewhere = printing.output != nil || printing.download != nil || printing.query != nil
      if isElsewhere || printing.timing || printing.verbose {
        throw ValidationError("--envs prints several answers: it excludes -o, --download, --query, --timing and -v.")
      }
    }
    if paging != nil {
      let isOther = printing.json || printing.include || printing.verbose || printing.timing || printing.messages
      if isOther || printing.download != nil || retry != nil || dryRun || !environments.isEmpty {
        throw ValidationError(
          "--paginate writes the bodies of several answers: of the options for output it takes -o, --query, --fail and -s."
        )
      }
    }
    guard dryRun else { return }
    if scripts.savesVariables { throw ValidationError("--dry-run runs no scripts: it excludes --save-variables.") }
    if printing.json || printing.query != nil || printing.download != nil || printing.timing || retry != nil {
      throw ValidationError(
        "--dry-run has no answer: it excludes --json, --query, --download, --timing and --retry-until.")
    }
  }

  /// Rejects options that apply only to conversations, or only to other requests.
  private func checkConversation(of plan: SendPlan) throws(Failure) {
    guard plan.definition.kind == .webSocket else {
      let isCall = plan.definition.kind == .grpc
      if isHex || !messageFiles.isEmpty && !isCall {
        throw Failure(.usage, "--hex and --message-file need a WebSocket")
      }
      if emitsDefaults, !isCall { throw Failure(.usage, "--emit-defaults needs a gRPC call") }
      return
    }
    let unused = [
      (retry != nil, "--retry-until"), (printing.download != nil, "--download"), (paging != nil, "--paginate"),
    ]
    .first { $0.0 }?.1
    guard let unused else { return }
    throw Failure(
      .usage, "\(unused) is for one answer, but a WebSocket has messages; --until ends it by a message")
  }

  func run() async throws {
    try await Interruption.cancelling { try await send() }
  }

  private func send() async throws {
    let demo = try DemoBackdrop.start(for: workspace)
    do {
      if !environments.isEmpty {
        try await EnvironmentComparisonSend(line: self, words: environments).run(demoURL: demo?.url)
        demo?.stop()
        return
      }
      let finder = TargetFinder(options: workspace, demoURL: demo?.url)
      var plan = try finder.plan(for: target)
      SettingsNotes.report(of: plan.workspace)
      try request?.apply(to: &plan)
      transport?.apply(to: &plan)
      try SavedMessages.choose(messageNames, in: &plan)
      try checkConversation(of: plan)
      let files = plan.definition.kind == .grpc ? messageFiles : []
      try request?.addMessages(to: &plan, files: files, afterNamed: !messageNames.isEmpty, asHex: isHex)
      try Asking.complete(&plan)
      if dryRun {
        try await DryRun(plan: plan, printing: printing).run()
        demo?.stop()
        return
      }
      try Protection.check(plan, isConfirmed: yes)
      plan.isConfirmed = yes
      var printing = printing
      // Results of a subscription are messages over any transport.
      printing.mayRetry = plan.definition.settings.retryPolicy != nil
      let hasOther = printing.download != nil || printing.include || retry != nil
      if plan.definition.operation?.kind == .subscription, !hasOther { printing.messages = true }
      var delivery = Delivery(plan: plan, printing: printing, records: !noHistory)
      delivery.transport = transport
      delivery.scripts = scripts
      delivery.retry = retry
      delivery.paging = paging
      delivery.end = end
      delivery.isHex = isHex
      delivery.messageFiles = files.isEmpty ? messageFiles : []
      delivery.emitsDefaults = emitsDefaults
      try await delivery.run()
      demo?.stop()
    } catch {
      demo?.stop()
      throw error
    }
  }
}

/// The named messages in a request's file.
enum SavedMessages {
  /// Selects the messages to send.
  /// - Parameter names: the message names; empty uses the file's own selection.
  static func choose(_ names: [String], in plan: inout SendPlan) throws(Failure) {
    guard !names.isEmpty else { return }
    let known = plan.definition.conversation.messages.map(\.name)
    guard let missing = plan.definition.conversation.select(names) else { return }
    let list = known.isEmpty ? "it has none" : "it has \(known.joined(separator: ", "))"
    throw Failure(.usage, TerminalText.line("the request has no message \(missing); \(list)"))
  }
}
