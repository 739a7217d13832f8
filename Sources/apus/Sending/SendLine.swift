import ArgumentParser
import Sessions
import Workspaces

/// The arguments of `apus send`, whichever way they were parsed.
struct SendLine: Sendable {
  var target: String
  var workspace = WorkspaceChoice()
  var request = RequestChoice()
  var transport = TransportChoice()
  var printing = PrintChoice()
  /// Sends to a protected environment without asking.
  var yes = false
  var noHistory = false
  var retry: RetryCondition?
  /// Ends the answer once its messages are as expected.
  var end: ConversationEnd?
  /// The saved messages to say in a conversation, by name; empty for those that the file selects.
  var saying: [String] = []
  /// Whether lines of standard input are bytes in hexadecimal, and the files whose bytes are said.
  var saysHex = false
  var messageFiles: [String] = []
  /// Prints what would be sent instead.
  var dryRun = false
  /// The environments to send under at once; empty for the one of the workspace options.
  var environments: [String] = []

  /// Checks what several groups of options say together.
  func validate() throws {
    if retry != nil, printing.download != nil {
      throw ValidationError("--retry-until and --download exclude each other.")
    }
    if printing.messages, printing.download != nil || printing.include {
      throw ValidationError("--messages, --until and --count exclude --download and --include.")
    }
    if printing.messages, retry != nil || dryRun || !environments.isEmpty {
      throw ValidationError("--messages, --until and --count exclude --retry-until, --dry-run and --envs.")
    }
    if !environments.isEmpty {
      if workspace.environment != nil || dryRun || retry != nil {
        throw ValidationError("--envs excludes --env, --dry-run and --retry-until.")
      }
      let isElsewhere = printing.output != nil || printing.download != nil || printing.query != nil
      if isElsewhere || printing.timing || printing.verbose {
        throw ValidationError("--envs prints several answers: it excludes -o, --download, --query, --timing and -v.")
      }
    }
    guard dryRun else { return }
    if printing.json || printing.query != nil || printing.download != nil || printing.timing || retry != nil {
      throw ValidationError(
        "--dry-run has no answer: it excludes --json, --query, --download, --timing and --retry-until.")
    }
  }

  /// Refuses what only one of the two has: a conversation, or an answer.
  private func checkConversation(of plan: SendPlan) throws(Failure) {
    guard plan.definition.kind == .webSocket else {
      guard !saysHex, messageFiles.isEmpty else {
        throw Failure(.usage, "--hex and --message-file are about a WebSocket, and this is none")
      }
      return
    }
    let unused = [(retry != nil, "--retry-until"), (printing.download != nil, "--download")].first { $0.0 }?.1
    guard let unused else { return }
    throw Failure(
      .usage, "\(unused) is about one answer, and a WebSocket has messages; --until ends it by what comes in")
  }

  func run() async throws {
    try await Interruption.cancelling { try await send() }
  }

  private func send() async throws {
    let demo = try DemoBackdrop.start(for: workspace, target: target)
    do {
      if !environments.isEmpty {
        try await SeveralEnvironments(line: self, words: environments).run(demoURL: demo?.url)
        demo?.stop()
        return
      }
      let finder = TargetFinder(options: workspace, demoURL: demo?.url)
      var plan = try finder.plan(for: target)
      SettingsNotes.tell(of: plan.workspace)
      try request.apply(to: &plan)
      transport.apply(to: &plan)
      try SavedMessages.choose(saying, in: &plan)
      try checkConversation(of: plan)
      try request.say(in: &plan, afterNamed: !saying.isEmpty, asHex: saysHex)
      try Asking.complete(&plan)
      if dryRun {
        try await DryRun(plan: plan, printing: printing, configure: { transport.apply(to: &$0) }).run()
        demo?.stop()
        return
      }
      try Protection.check(plan, isConfirmed: yes)
      plan.isConfirmed = yes
      var printing = printing
      // The results of a subscription are messages, whichever way they come.
      let hasOther = printing.download != nil || printing.include || retry != nil
      if plan.definition.operation?.kind == .subscription, !hasOther { printing.messages = true }
      var delivery = Delivery(plan: plan, printing: printing, records: !noHistory)
      delivery.transport = transport
      delivery.retry = retry
      delivery.end = end
      delivery.saysHex = saysHex
      delivery.messageFiles = messageFiles
      delivery.configure = { transport.apply(to: &$0) }
      try await delivery.run()
      demo?.stop()
    } catch {
      demo?.stop()
      throw error
    }
  }
}
