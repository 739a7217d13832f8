import Sessions
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The environments' reducer, by itself")
struct EnvironmentFeatureTests {
  private static let local = Environment(name: "local", variables: [.init(Row("base_url", "http://h"))])
  private static let staging = Environment(name: "staging", isProtected: true)

  private var state = EnvironmentFeature.State()
  private var editor: EnvironmentEditor?

  private mutating func apply(
    _ action: EnvironmentFeature.Action, collection: String? = Samples.root, areAwaited: Bool = false
  ) -> [EnvironmentFeature.Outcome] {
    EnvironmentFeature.reduce(
      &state, &editor, action,
      in: EnvironmentFeature.Surroundings(
        size: Size(columns: 100, rows: 30), unicode: true, collection: collection, variables: nil,
        areAwaited: areAwaited))
  }

  @Test("The first that is not protected is chosen, until the user chooses")
  mutating func chooses() {
    #expect(apply(.loaded([Self.staging, Self.local])) == [.valuesChanged])
    #expect(state.chosen == "local")
    #expect(
      apply(.chosen(nil)) == [.valuesChanged, .choiceChanged, .said(.information, "No environment")])
    _ = apply(.loaded([Self.staging, Self.local]))
    #expect(state.chosen == nil)
  }

  @Test("A chosen one that is gone is told once")
  mutating func vanishes() {
    _ = apply(.loaded([Self.local, Self.staging]))
    _ = apply(.chosen("staging"))
    let said = EnvironmentFeature.Outcome.said(
      .warning, "There is no environment staging any more: none is chosen")
    #expect(apply(.loaded([Self.local])) == [said, .valuesChanged])
    #expect(apply(.loaded([Self.local])) == [.valuesChanged])
  }

  @Test("A list that is still being read is shown; where there is none, the first one is asked for")
  mutating func awaits() {
    guard case .pick(let picker)? = apply(.chooseRequested, areAwaited: true).first else {
      Issue.record("No list is shown")
      return
    }
    #expect(picker.items.isEmpty)
    _ = apply(.loaded([]))
    #expect(apply(.chooseRequested).isEmpty)
    #expect(editor?.mode == .naming(.new, TextField("")))
  }

  @Test("One that was made is chosen, and its first variable is typed next")
  mutating func makes() {
    _ = apply(.loaded([Self.local]))
    _ = apply(.newRequested)
    for letter in "new" { _ = apply(.pressed(.character(letter))) }
    let outcomes = apply(.pressed(.enter))
    #expect(outcomes.contains(.work(.create(collection: Samples.root, Environment(name: "new")))))
    #expect(outcomes.contains(.choiceChanged) && state.chosen == "new")
    #expect(editor?.isTyping == true)
    _ = apply(.changed([Self.local, Environment(name: "new")], select: "new", said: ""))
    #expect(state.chosen == "new")
  }

  @Test("What is read while something is being written changes nothing")
  mutating func writes() {
    _ = apply(.loaded([Self.local]))
    #expect(apply(.editRequested()).isEmpty)
    let outcomes = apply(.pressed(.character("p")))
    var after = Self.local
    after.isProtected = true
    #expect(
      outcomes == [.work(.save(collection: Samples.root, from: Self.local, to: after)), .valuesChanged])
    #expect(apply(.loaded([Self.local])).isEmpty)
    #expect(state.all == [after])
    #expect(apply(.changed([after], select: nil, said: "")) == [.valuesChanged])
    #expect(apply(.loaded([Self.local])) == [.valuesChanged])
    #expect(state.all == [Self.local])
  }

  @Test("The editor opens at a variable, closes with Esc, and is not opened without a collection")
  mutating func opens() {
    _ = apply(.loaded([Self.staging, Self.local]))
    #expect(apply(.variableSought("base_url", in: "local")).isEmpty)
    #expect(editor?.current?.name == "local")
    #expect(editor?.column == 1)
    #expect(apply(.pressed(.escape)).isEmpty)
    #expect(editor == nil)
    #expect(
      apply(.editRequested(), collection: nil)
        == [
          .said(
            .warning,
            "Environments belong to a collection, and there is none yet: \(key: "newRequest") in the tree makes one")
        ])
    #expect(editor == nil)
  }

  @Test("A change that needs a yes is asked about, and the files are read again")
  mutating func consents() {
    let effect = EnvironmentEffect.create(collection: Samples.root, Self.local, .writingSecrets)
    #expect(
      apply(.consentNeeded(effect, "It holds a secret")) == [
        .work(.load(collection: Samples.root)),
        .ask(
          "It holds a secret. Write it anyway?", yes: .consented(effect),
          orSay: "It holds a secret. Not written: the next change asks again"),
      ])
    #expect(apply(.consented(effect)) == [.work(effect)])
    #expect(state.pending == 1)
    #expect(apply(.failed("disk full")) == [.said(.error, "Not written: disk full")])
    #expect(state.pending == 0)
  }
}
