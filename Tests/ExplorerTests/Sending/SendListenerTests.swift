import Basics
import Networking
import Sessions
import Synchronization
import TestSupport
import Testing
import Workspaces

@testable import Explorer

/// The session's send, observed by the screen.
@Suite("The screen's listener of a send")
struct SendListenerTests {
  private let folder: TemporaryDirectory
  private let workspace: Workspace
  private let key: RequestKey
  /// Shared by all tests: two bodies are equal only if they are the same object.
  private let answer = Samples.exchange()

  init() throws {
    folder = try TemporaryDirectory("listener")
    try folder.write("opencollection.yml", "info: {name: C}\n")
    workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
    key = .file(folder.path("a.yml"))
  }

  /// The actions posted for a send of this request, answered with a sample.
  private func posted(_ definition: RequestDefinition) async -> [Action] {
    let session = SendSession(
      workspace,
      dependencies: SendSession.Dependencies(
        drivers: [
          ConversationDriver { [answer] _, report in
            report?(.progress(TransferProgress(received: 7)))
            return answer
          }
        ], record: { _, _ in .notKept("no space") }),
      options: SendSession.Options(asks: true))
    let request = OpenRequest(
      definition, path: key.path, file: nil, environment: nil, inputs: VariableInputs())
    let actions = Mutex<[Action]>([])
    let listener = SendListener(key, 3, definition, since: SendStart()) { [folder] in folder.path }
    await session.send(request, in: workspace) { event in
      listener.report(event) { action in actions.withLock { $0.append(action) } }
    }
    return actions.withLock { $0 }
  }

  @Test(arguments: [false, true])
  func `A copied command shows its first line, unless it contains secrets`(revealsSecrets: Bool) {
    let posted = Posted()
    let copying = CurlCopying(style: .short, revealsSecrets: revealsSecrets)
    copying.report("curl http://h/a \\\n  -X POST", tool: nil, notices: []) { posted.add($0) }
    guard case .effect(.system(.copy(_, _, let shown)))? = posted.all.first else {
      Issue.record("nothing was copied")
      return
    }
    #expect(shown == (revealsSecrets ? "" : "curl http://h/a \\"))
  }

  @Test func `An answer is posted with its earlier events, its tests, and a failure to record it.`() async {
    let actions = await posted(RequestDefinition(name: "A", url: "http://h/a", authentication: .none))
    #expect(actions.first == .response(.transfer(send: 3, .progress(TransferProgress(received: 7))), of: key))
    #expect(actions.dropFirst().first == .response(.transfer(send: 3, .finished(answer)), of: key))
    guard case .sending(.step(key, .judged(_, _, _)))? = actions.dropFirst(2).first else {
      Issue.record("not judged: \(actions)")
      return
    }
    #expect(Array(actions.dropFirst(3)) == [.history(.notStored("no space"))])
  }

  @Test func `A question is posted and nothing else.`() async {
    let actions = await posted(RequestDefinition(name: "A", url: "http://h/{{?id}}", authentication: .none))
    #expect(actions == [.sending(.step(key, .answersNeeded(send: 3, [PromptQuestion("id")])))])
  }

  @Test func `A refusal is posted with the faulty row.`() async {
    var definition = RequestDefinition(name: "A", url: "http://h/a", authentication: .none)
    definition.headers = [Row("Good", "1"), Row("Bad", "{{nobody}}")]
    guard case .response(.refused(send: 3, let refusal), of: key)? = await posted(definition).first else {
      Issue.record("not refused")
      return
    }
    #expect(refusal.field == .header(1) && refusal.message.contains("nobody"))
  }

  @Test func `Reports of scripts are posted as they happen.`() {
    let actions = Mutex<[Action]>([])
    let definition = RequestDefinition(name: "A", url: "http://h/a", authentication: .none)
    let events = [
      ScriptEvent.began(ScriptPlace(phase: "tests", file: "a.yml", line: 1)),
      .console(ConsoleLine(level: "log", text: "a")), .verdict(ScriptVerdict("b", passed: true)),
    ]
    let listener = SendListener(key, 3, definition, since: SendStart()) { "" }
    for event in events { listener.report(.script(event)) { action in actions.withLock { $0.append(action) } } }
    #expect(actions.withLock { $0 } == events.map { .response(.scriptsReported(send: 3, [$0]), of: key) })
  }

  @Test func `Reports that wait for the screen become one action, in their order.`() {
    func report(_ text: String, _ send: Int = 3) -> Action {
      .response(.scriptsReported(send: send, [.console(ConsoleLine(level: "log", text: text))]), of: key)
    }
    func texts(_ action: Action) -> [String] {
      guard case .response(.scriptsReported(_, let events), key) = action else { return ["other"] }
      return events.map { if case .console(let line) = $0 { line.text } else { "" } }
    }
    let waiting = [report("a"), report("b"), Action.started, report("c"), report("d", 4), report("e", 4)]
    #expect(waiting.joiningReports.map(texts) == [["a", "b"], ["other"], ["c"], ["d", "e"]])
    #expect(waiting.joiningReports[2] == waiting[3])
  }

  @Test func `A send withdrawn before any data was sent is posted as cancelled.`() {
    let actions = Mutex<[Action]>([])
    let definition = RequestDefinition(name: "A", url: "http://h/a", authentication: .none)
    SendListener(key, 3, definition, since: SendStart()) { "" }
      .report(.refused(.cancelled)) { action in actions.withLock { $0.append(action) } }
    guard case .response(.transfer(send: 3, .finished(let exchange)), of: key)? = actions.withLock({ $0 }).first else {
      Issue.record("not reported")
      return
    }
    #expect(exchange.failure?.category == .cancelled)
  }
}
