import Interchange
import Sessions
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The environments of a collection")
struct EnvironmentsTests {
  private static let local = Environment(name: "local", variables: [.init(Row("base_url", "http://h"))])
  private static let staging = Environment(name: "staging", isProtected: true)

  private var journey = Journey()

  private var environments: Environments { journey.state.environment }

  /// The effects of an action.
  private mutating func apply(_ action: Environments.Action) -> [Effect] {
    journey.forget()
    journey.apply(.environment(action))
    return journey.effects
  }

  @Test("The first unprotected environment is chosen until the user chooses")
  mutating func chooses() {
    journey.open()
    let effects = apply(.loaded([Self.staging, Self.local]))
    #expect(effects.contains { if case .files(.loadVariables) = $0 { true } else { false } })
    #expect(environments.chosen == "local")
    let chosen = apply(.chosen(nil))
    #expect(chosen.contains(.system(.remember(journey.state.preferences))))
    #expect(journey.text.contains("No environment"))
    _ = apply(.loaded([Self.staging, Self.local]))
    #expect(environments.chosen == nil)
  }

  @Test("A deleted chosen environment is reported once")
  mutating func vanishes() {
    _ = apply(.loaded([Self.local, Self.staging]))
    _ = apply(.chosen("staging"))
    _ = apply(.loaded([Self.local]))
    let text = "Environment staging no longer exists: none is chosen"
    #expect(journey.state.message.map { $0.kind == .warning && $0.text == text } == true)
    journey.state.message = nil
    _ = apply(.loaded([Self.local]))
    #expect(journey.state.message == nil)
  }

  @Test("The list opens while loading; without environments the editor asks for the first")
  mutating func awaits() {
    journey.press(.character("e"))
    guard case .picker(let picker)? = journey.state.overlay else {
      Issue.record("No list is shown")
      return
    }
    #expect(picker.items.isEmpty)
    _ = apply(.loaded([]))
    guard case .prompt(let prompt)? = journey.state.overlay else {
      Issue.record("No name is asked for")
      return
    }
    #expect(prompt.purpose == .environment(.name(.new)))
    journey.press(.escape)
    #expect(journey.state.overlay == .environmentEditor)
  }

  @Test("A new environment is chosen, and its first variable is edited next")
  mutating func makes() {
    _ = apply(.loaded([Self.local]))
    _ = apply(.newRequested())
    journey.type("new")
    journey.press(.enter)
    #expect(journey.effects.contains(.environment(.create(collection: Samples.root, Environment(name: "new")))))
    #expect(journey.effects.contains(.system(.remember(journey.state.preferences))))
    #expect(environments.chosen == "new")
    #expect(environments.editor?.isTyping == true)
    _ = apply(.changed([Self.local, Environment(name: "new")], select: "new", said: ""))
    #expect(environments.chosen == "new")
  }

  @Test("A read during a write changes nothing")
  mutating func writes() {
    _ = apply(.loaded([Self.local]))
    journey.press(.character("E"))
    journey.forget()
    journey.type("p")
    var after = Self.local
    after.isProtected = true
    #expect(journey.effects == [.environment(.save(collection: Samples.root, from: Self.local, to: after))])
    _ = apply(.loaded([Self.local]))
    #expect(environments.all == [after])
    _ = apply(.changed([after], select: nil, said: ""))
    _ = apply(.loaded([Self.local]))
    #expect(environments.all == [Self.local])
  }

  @Test("The editor opens at a variable and closes with Esc")
  mutating func opens() {
    _ = apply(.loaded([Self.staging, Self.local]))
    _ = apply(.variableTargeted("base_url", in: "local"))
    #expect(environments.editor?.current?.name == "local")
    #expect(environments.editor?.column == 1)
    journey.press(.escape)
    #expect(environments.editor == nil && journey.state.overlay == nil)
  }

  @Test("The editor needs a collection")
  func needsCollection() {
    let workspace = WorkspaceTree(name: "w", path: "/w", collections: [])
    var journey = Journey(AppState(size: Size(columns: 120, rows: 30), workspace: workspace, formats: .all))
    journey.apply(.environment(.editRequested()))
    #expect(journey.state.overlay == nil)
    #expect(
      journey.state.message?.text
        == "Environments need a collection: n in the tree creates one")
  }

  @Test("A change that needs consent asks, and the files are read again")
  mutating func consents() {
    let effect = EnvironmentEffect.create(collection: Samples.root, Self.local, .writingSecrets)
    #expect(apply(.consentNeeded(effect, "It holds a secret")) == [.environment(.load(collection: Samples.root))])
    #expect(journey.asked.contains("It holds a secret. Write it anyway?"))
    journey.forget()
    journey.press(.character("y"))
    #expect(journey.effects == [.environment(effect)])
    #expect(environments.pending == 1)
    _ = apply(.failed("disk full"))
    #expect(journey.state.message?.text == "Not written: disk full")
    #expect(environments.pending == 0)
  }

  @Test("A change that needs consent asks later if the user is typing")
  mutating func waitsForTyping() {
    journey.press(.control("g"))
    let effect = EnvironmentEffect.create(collection: Samples.root, Self.local, .writingSecrets)
    _ = apply(.consentNeeded(effect, "It holds a secret"))
    #expect(journey.asked.isEmpty)
    #expect(journey.state.message?.text == "It holds a secret. Not written: the next change asks again")
  }
}
