import Basics
import Terminal
package import Workspaces

/// The editor of a collection's environments. Shows the variables of one as rows.
///
/// Each finished change is saved immediately. `u` undoes it while the editor is open.
package struct EnvironmentEditor: Equatable, Sendable {
  let collection: String
  var environments: [Environment]
  /// The names of environments with unreadable files, listed after the others.
  private(set) var broken: [String]
  private(set) var faults: [String: Notice]
  /// The index of the displayed environment.
  var index = 0
  var cursor = ListCursor()
  var column = 0
  var mode = Mode.browsing
  /// The row whose secret is revealed.
  var revealed: Int?
  private(set) var steps = UndoStack<Step>()

  enum Mode: Equatable, Sendable {
    case browsing
    case cell(CellEdit)
    /// The page of server trust.
    case trusting(ListCursor)
    /// A comparison with another environment.
    case comparing(other: Int, ListCursor)
  }

  struct CellEdit: Equatable, Sendable {
    var row: Int
    var column: Int
    var field: TextField
    /// The environment before editing began.
    var original: Environment
    var isNewRow = false
    var completion: Completion?
  }

  /// A change that can be undone.
  struct Step: Equatable, Sendable {
    var before: Environment
    var after: Environment
  }

  init(collection: String, _ state: Environments) {
    self.collection = collection
    environments = state.all
    broken = state.unreadable
    faults = state.faults
    index = state.names.firstIndex { $0 == state.chosen } ?? 0
  }

  /// The displayed environment; `nil` if there is none.
  var current: Environment? { environments.indices.contains(index) ? environments[index] : nil }

  /// The name of the displayed environment, even if its file cannot be read.
  var shownName: String? { current?.name ?? brokenName }

  /// The name of the displayed environment if its file cannot be read.
  var brokenName: String? {
    let place = index - environments.count
    return broken.indices.contains(place) ? broken[place] : nil
  }

  /// The problem in the file of the displayed environment.
  var fault: Notice? { shownName.flatMap { faults[$0] } }

  /// All environments without the edit in progress.
  var written: [Environment] {
    var all = environments
    if case .cell(let edit) = mode, all.indices.contains(index) { all[index] = edit.original }
    return all
  }

  var rows: [TableRow] { current?.rows ?? [] }

  /// True if no editing, prompt or comparison is in progress.
  var isBrowsing: Bool { mode == .browsing }

  /// Goes to a variable of an environment, if both exist.
  mutating func seek(_ variable: String, in environment: String?) {
    if let index = environments.firstIndex(where: { $0.name == environment }) { show(index) }
    if let row = rows.firstIndex(where: { $0[0] == variable }) {
      cursor.row = row
      column = 1
    }
  }

  mutating func change(in context: inout FeatureContext, _ change: (inout Environment) -> Void) {
    guard let before = current else { return }
    var after = before
    change(&after)
    replace(before, with: after, in: &context)
  }

  /// Records a change made step by step since `before`.
  ///
  /// Turns credentials into secrets before anything is written.
  mutating func replace(_ before: Environment, with written: Environment, in context: inout FeatureContext) {
    guard environments.indices.contains(index) else { return }
    var after = written
    let hidden = after.hideCredentials(since: before)
    environments[index] = after
    guard before != after else { return }
    steps.record(Step(before: before, after: after))
    save(.save(collection: collection, from: before, to: after), in: &context)
    if !hidden.isEmpty { context.say(Environment.words(hidden: hidden)) }
  }

  /// Asks the feature to write a change, and to show it before it is written.
  func save(_ effect: EnvironmentEffect, in context: inout FeatureContext) {
    context.perform(.environment(.edited(effect, written)))
  }

  mutating func undo(in context: inout FeatureContext) {
    if let step = steps.undo() { restore(step.before, from: step.after, in: &context) }
  }

  mutating func redo(in context: inout FeatureContext) {
    if let step = steps.redo() { restore(step.after, from: step.before, in: &context) }
  }

  /// Removes the undo step of a change that was not written.
  mutating func forget(_ effect: EnvironmentEffect) {
    guard case .save(_, let before, let after, _) = effect else { return }
    if steps.done.last == Step(before: before, after: after) { steps.done.removeLast() }
    if steps.undone.last == Step(before: after, after: before) { steps.undone.removeLast() }
  }

  /// Restores the undo step of a change that was written after consent.
  mutating func remember(_ effect: EnvironmentEffect) {
    if case .save(_, let before, let after, _) = effect { steps.done.append(Step(before: before, after: after)) }
  }

  private mutating func restore(
    _ environment: Environment, from now: Environment, in context: inout FeatureContext
  ) {
    guard let place = environments.firstIndex(where: { $0.name == now.name }) else { return }
    index = place
    environments[place] = environment
    save(.save(collection: collection, from: now, to: environment), in: &context)
  }

  /// Adopts the state of the files.
  mutating func adopt(_ all: [Environment], select: String?) {
    let shown = select ?? shownName
    var all = all
    if case .cell(var edit) = mode, let current, let place = all.firstIndex(where: { $0.name == current.name }) {
      // The result of an earlier change must not discard the current edit.
      let typed = all[place].merging(from: edit.original, to: current)
      edit.original = all[place]
      all[place] = typed
      mode = .cell(edit)
    }
    environments = all
    index = (all.map(\.name) + broken).firstIndex { $0 == shown } ?? min(index, max(0, all.count - 1))
    // Undo steps of a renamed or deleted environment have no target.
    let names = Set(all.map(\.name))
    steps.adapt { names.contains($0.before.name) ? $0 : nil }
  }

  /// - Parameter name: the environment shown before, which may be one of them.
  mutating func adopt(broken names: [String], _ faults: [String: Notice], showing name: String?) {
    (broken, self.faults) = (names, faults)
    let all = environments.map(\.name) + broken
    index = all.firstIndex { $0 == name } ?? min(index, max(0, all.count - 1))
  }

  mutating func show(_ number: Int) {
    let count = environments.count + broken.count
    guard count > 0 else { return }
    index = (number + count) % count
    cursor = ListCursor()
    revealed = nil
  }
}

extension Environment {
  var rows: [TableRow] { variables.map { TableRow($0.row, tag: $0.isSecret ? .secret : .none) } }

  /// A message about variables that became secret automatically.
  static func words(hidden names: [String]) -> String {
    let one = names.count == 1
    return "\(names.joined(separator: ", ")) \(one ? "is a secret" : "are secrets"): "
      + "\(one ? "its value goes" : "their values go") to your own store, not into the file"
  }

  mutating func changeRows(_ change: (inout [TableRow]) -> Void) {
    var rows = rows
    change(&rows)
    variables = rows.map { Variable($0.row, isSecret: $0.tag == .secret) }
  }
}

extension EnvironmentEditor {
  /// Handles `=`: compares this environment with the next one.
  mutating func beginComparing(in context: inout FeatureContext) {
    if let brokenName { return context.say("\(brokenName) cannot be read, so it cannot be compared") }
    guard environments.count > 1 else { return context.say("There is no other environment to compare with") }
    mode = .comparing(other: (index + 1) % environments.count, ListCursor())
  }

  /// Handles a key while comparing: Tab shows the next environment on the right, Esc returns to editing.
  mutating func press(_ key: Key, comparing other: Int, _ list: ListCursor) {
    switch key {
    case .escape, .control("c"), .character("="), .character("q"):
      mode = .browsing
    case .tab, .character("]"): mode = .comparing(other: next(after: other, by: 1), list)
    case .backTab, .character("["): mode = .comparing(other: next(after: other, by: -1), list)
    default: break
    }
  }

  func comparison(with other: Int) -> EnvironmentComparison? {
    guard let current, environments.indices.contains(other) else { return nil }
    return EnvironmentComparison(current, environments[other])
  }

  private func next(after other: Int, by step: Int) -> Int {
    let count = environments.count
    let next = (other + step + count) % count
    return next == index ? (next + step + count) % count : next
  }
}

/// The page opened by `t`: the server trust of the environment's requests.
extension EnvironmentEditor {
  var trustLines: [FieldLine] {
    var definition = RequestDefinition(name: "")
    definition.trust = current?.trust ?? ServerTrust()
    return definition.trustLines()
  }

  mutating func press(_ key: Key, trusting list: ListCursor, in context: inout FeatureContext) {
    let part = TrustField.allCases[list.row]
    switch key {
    case .enter, .character(" "): change(part, in: &context)
    case .delete: set(part, "", in: &context)
    case .character("u"): undo(in: &context)
    case .control("y"): redo(in: &context)
    case .escape, .control("c"), .character("q"), .character("t"): mode = .browsing
    default: break
    }
  }

  /// Selects the next choice, or asks for the text.
  private mutating func change(_ part: TrustField, in context: inout FeatureContext) {
    let text = part.text(in: current?.trust ?? ServerTrust())
    guard let choices = part.choices else {
      return context.ask(Prompt(part.title, .environment(.trust(part)), text: text, verb: "keep"))
    }
    set(part, choices[((choices.firstIndex(of: text) ?? 0) + 1) % choices.count], in: &context)
  }

  mutating func set(_ part: TrustField, _ text: String, in context: inout FeatureContext) {
    change(in: &context) { part.set(text, in: &$0.trust) }
    if part == .verifies, current?.trust.verifies == false {
      context.say("Unverified servers get nothing until you allow each of them")
    }
  }
}

extension Environment {
  /// This environment, as currently in its file, with the change from `old` to `new` applied. Changes by another
  /// program since `old` was read stay, unless this change overwrites them.
  package func merging(from old: Environment, to new: Environment) -> Environment {
    var merged = self
    if old.color != new.color { merged.color = new.color }
    if old.isProtected != new.isProtected { merged.isProtected = new.isProtected }
    merged.trust = trust.merging(from: old.trust, to: new.trust)
    if variables == old.variables {
      merged.variables = new.variables
      return merged
    }
    merged.variables = new.variables.compactMap { variable in
      let name = variable.row.name
      // Unchanged variables follow the file, even if it has lost them.
      guard old.variables.contains(variable) else { return variable }
      return variables.first { $0.row.name == name }
    }
    let known = Set((old.variables + new.variables).map(\.row.name))
    merged.variables += variables.filter { !known.contains($0.row.name) }
    return merged
  }
}
