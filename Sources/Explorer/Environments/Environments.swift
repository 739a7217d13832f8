package import SessionModel
package import Terminal
package import Workspaces

/// The environments of the open collection, the chosen one, and the editor that changes them.
package struct Environments: Feature {
  /// Name of the chosen environment; `nil` for none.
  package var chosen: String?
  /// The environments read from the files, in their order.
  package var all: [Environment] = []
  /// The names of environments with unreadable files. A chosen one stays chosen, and nothing is sent without it.
  package var unreadable: [String] = []
  /// The problems of unreadable and partially readable environments, by name.
  package var faults: [String: Notice] = [:]
  /// True once the files have been read. Until then there may or may not be environments.
  var isLoaded = false
  /// True if the user or an earlier run made a choice, so that "none" counts as one.
  package var wasChosen = false

  /// The collection of the environments; `nil` until one is requested.
  var collection: String?
  /// The choices in other collections, by folder.
  var choices: [String: Choice] = [:]

  /// The number of changes being written. Until the last one is done, the screen is newer than the files.
  var pending = 0

  /// The editor while its box is open or covered by a question.
  var editor: EnvironmentEditor?

  /// The choice of a collection that is not the current one.
  struct Choice: Equatable, Sendable {
    var name: String?
    var wasChosen: Bool
  }

  package enum Action: Equatable, Sendable {
    /// The readable environments, the names of the unreadable ones, and the problems by environment name.
    case loaded([Environment], unreadable: [String] = [], faults: [String: Notice] = [:])
    /// The user wants to choose an environment.
    case chooseRequested
    case chosen(String?)
    /// Asks in the editor for the name of a new environment.
    case newRequested(named: String = "")
    /// Opens the editor at that environment, which also becomes the chosen one if the collection has it; else at the
    /// chosen one.
    case editRequested(named: String? = nil)
    /// Opens the editor at a variable of an environment.
    case variableTargeted(String, in: String?)
    /// Sets a variable of the chosen environment, replacing its old value.
    case variableSet(String, to: VariableValue)
    /// Undoes or redoes that.
    case restored(collection: String, from: Environment, to: Environment)
    // In the open editor
    case pressed(Key)
    case pasted(String)
    case clicked(Mouse)
    /// Commits the cell being edited.
    case cellKept
    /// The answer to a prompt of the editor.
    case answered(Question, String)
    case menuPicked(String)
    /// The user agreed to delete the displayed environment.
    case deleteConfirmed
    /// The editor has changed something: the work that writes it, and the environments to show until then.
    case edited(EnvironmentEffect, [Environment])
    /// The files have changed: the current environments, the one to select, and a message.
    case changed([Environment], select: String?, said: String)
    /// A change could not be written, for the given reason. The edited text stays on the screen.
    case failed(String)
    /// A change would write a secret's value to a file. Carries the effect to run on consent, and its description.
    case consentNeeded(EnvironmentEffect, String)
    case consented(EnvironmentEffect)
    /// Writes a change of trust, then sends the request again.
    case trustRequested(TrustChange, isStep: Bool, sends: RequestKey?)
    /// A change of trust is written. Carries the environments of the collection, and the request to send now.
    case trusted([Environment], TrustChange, isStep: Bool, sends: RequestKey?)
  }

  package enum Question: Hashable, Sendable {
    case name(Naming)
    case color
    case trust(TrustField)
  }

  package enum Naming: Hashable, Sendable {
    case new, duplicate, rename

    var title: String {
      switch self {
      case .new: "Name of the new environment"
      case .duplicate: "Name of the copy"
      case .rename: "New name"
      }
    }
  }

  var names: [String] { all.map(\.name) + unreadable }

  package var current: Environment? { chosen.flatMap { name in all.first { $0.name == name } } }

  /// Switches to the choice of another collection. Initially, that is the environment of the same name.
  mutating func enter(_ collection: String) {
    guard self.collection != collection else { return }
    if let former = self.collection {
      choices[former] = Choice(name: chosen, wasChosen: wasChosen)
      wasChosen = false
    }
    self.collection = collection
    if let own = choices.removeValue(forKey: collection) { (chosen, wasChosen) = (own.name, own.wasChosen) }
  }
}

extension Environments {
  mutating func apply(_ action: Action, in context: inout FeatureContext) {
    // Another box may have replaced that of the editor.
    if !context.app.hasEnvironmentEditor { editor = nil }
    switch action {
    case .loaded(let all, let unreadable, let faults): load(all, unreadable, faults, in: &context)
    case .chooseRequested:
      let isWithout = names.isEmpty && (isLoaded || !context.app.mayHaveEnvironments)
      if isWithout { edit(in: &context) } else { context.pick(.environments(self)) }
    case .chosen(let name): choose(name, in: &context)
    case .newRequested(let name): edit(isNew: true, named: name, in: &context)
    case .editRequested(let name):
      if let name, all.contains(where: { $0.name == name }) { chosen = name }
      edit(in: &context)
    case .variableTargeted(let name, let environment):
      edit(in: &context)
      editor?.seek(name, in: environment)
      settle(in: context)
    case .variableSet(let name, let value): set(name, to: value, in: &context)
    case .restored(let collection, let old, let new): replace(old, with: new, of: collection, in: &context)
    case .pressed, .pasted, .clicked, .cellKept, .answered, .menuPicked, .deleteConfirmed:
      if editor != nil { type(action, in: &context) }
    case .edited, .changed, .failed, .consentNeeded, .consented, .trustRequested, .trusted:
      write(action, in: &context)
    }
  }

  /// Handles changes of files, and their results.
  private mutating func write(_ action: Action, in context: inout FeatureContext) {
    switch action {
    case .edited(let effect, let all):
      run(effect, in: &context)
      adopt(all)
      context.refreshVariables()
    case .changed(let all, let select, let said): changed(all, select: select, said: said, in: &context)
    case .failed(let text):
      // The edited text stays in the editor while it is open.
      pending = max(0, pending - 1)
      context.say("Not written: \(text)", .error)
    case .consentNeeded(let effect, let what): askConsent(for: effect, what, in: &context)
    case .consented(let effect):
      editor?.remember(effect)
      run(effect, in: &context)
    case .trustRequested(let change, let isStep, let sends):
      run(.trust(change, isStep: isStep, sends: sends), in: &context)
    case .trusted(let all, let change, let isStep, let sends):
      let isHere = context.app.currentCollection == change.collection && change.environment != nil
      pending = max(0, pending - 1)
      if isHere { load(all, unreadable, faults, in: &context) }
      if isStep { context.perform(.undo(.recorded(.trust(change)))) }
      if let sends { context.perform(.sending(.step(sends, .trusted))) }
    default: break
    }
  }

  /// Runs an effect that writes files.
  private mutating func run(_ effect: EnvironmentEffect, in context: inout FeatureContext) {
    pending += 1
    context.run(.environment(effect))
  }

  /// - Parameter name: `nil` for none.
  private mutating func choose(_ name: String?, in context: inout FeatureContext) {
    (chosen, wasChosen) = (name, true)
    context.refreshVariables()
    context.remember()
    context.say(name.map { "Environment: \($0)" } ?? "No environment")
  }

  private mutating func load(
    _ all: [Environment], _ unreadable: [String], _ faults: [String: Notice], in context: inout FeatureContext
  ) {
    // Changes being written are newer than this result.
    guard pending == 0 else { return }
    if editor?.isBrowsing == true {
      let shown = editor?.shownName
      if editor?.environments != all { editor?.adopt(all, select: nil) }
      editor?.adopt(broken: unreadable, faults, showing: shown)
    }
    let former = names
    (self.all, self.unreadable, self.faults, isLoaded) = (all, unreadable, faults, true)
    if let chosen, !names.contains(chosen) {
      self.chosen = nil
      if wasChosen {
        let fate = former.contains(chosen) ? "no longer exists" : "does not exist"
        context.say("Environment \(chosen) \(fate): none is chosen", .warning)
      }
    }
    if chosen == nil, !wasChosen { chosen = all.first { !$0.isProtected }?.name }
    context.refreshVariables()
  }

  /// Adopts the state of the files once no other change is being written.
  private mutating func changed(
    _ all: [Environment], select: String?, said: String, in context: inout FeatureContext
  ) {
    pending = max(0, pending - 1)
    guard pending == 0 else { return context.refreshVariables() }
    load(all, unreadable, faults, in: &context)
    if editor?.isBrowsing == true {
      editor?.adopt(all, select: select)
      settle(in: context)
    }
    if !said.isEmpty { context.say(said) }
  }

  /// Asks in a question above the editor, but never while the user is typing. Without consent, the files do not change
  /// and the screen returns to their state.
  private mutating func askConsent(for effect: EnvironmentEffect, _ what: String, in context: inout FeatureContext) {
    pending = max(0, pending - 1)
    editor?.forget(effect)
    if let collection = context.app.currentCollection { context.run(.environment(.load(collection: collection))) }
    let question = Explorer.Question.confirm(
      "Write the environment", "\(what). Write it anyway?", yes: .environment(.consented(effect)))
    if context.app.overlay == .environmentEditor, editor?.isTyping == false {
      context.ask(question)
    } else {
      context.askUnasked(question, orSay: "\(what). Not written: the next change asks again")
    }
  }

  private mutating func set(_ name: String, to value: VariableValue, in context: inout FeatureContext) {
    guard let old = current, let collection = context.app.currentCollection else {
      return context.say("Choose an environment first: \(key: "chooseEnvironment")")
    }
    guard !name.isEmpty, !name.contains(where: { $0.isWhitespace || "{}".contains($0) }) else { return }
    var new = old
    new.set(name, to: value)
    let hidden = new.hideCredentials(since: old)
    guard new != old else { return context.say("\(name) already has this value in \(old.name)") }
    replace(old, with: new, of: collection, in: &context)
    context.perform(.undo(.recorded(.environment(collection: collection, before: old, after: new))))
    if !hidden.isEmpty { context.say(Environment.words(hidden: hidden)) }
  }

  /// Writes a change and shows it before it has been written.
  private mutating func replace(
    _ old: Environment, with new: Environment, of collection: String, in context: inout FeatureContext
  ) {
    if collection == context.app.currentCollection {
      all = all.map { $0.name == old.name ? $0.merging(from: old, to: new) : $0 }
      context.refreshVariables()
    }
    run(.save(collection: collection, from: old, to: new), in: &context)
  }
}

/// The editor of the environments, in a box.
extension Environments {
  /// Opens the editor of the collection's environments at the chosen one.
  /// - Parameters:
  ///   - isNew: true to create an environment.
  ///   - name: the initial text of the prompt for its name.
  private mutating func edit(isNew: Bool = false, named name: String = "", in context: inout FeatureContext) {
    guard let collection = context.app.currentCollection else {
      return context.say(
        "Environments need a collection: \(key: "newRequest") in the tree creates one",
        .warning)
    }
    editor = EnvironmentEditor(collection: collection, self)
    context.perform(.overlay(.show(.environmentEditor)))
    // The first environment needs a name before anything else.
    guard isNew || isLoaded && names.isEmpty else { return }
    editor?.ask(.new, name, in: &context)
    if !name.isEmpty, let fault = editor?.fault(of: .name(.new), name) { context.say(fault, .warning) }
  }

  private mutating func settle(in context: FeatureContext) {
    guard let count = editor?.rows.count else { return }
    editor?.cursor.settle(count: count, height: EnvironmentEditorLayout(size: context.app.size).rows.height)
  }

  private mutating func type(_ action: Action, in context: inout FeatureContext) {
    switch action {
    case .pressed(let key): press(key, in: &context)
    case .pasted(let text): editor?.paste(text, variables: context.app.session?.variables)
    case .clicked(let mouse): click(mouse, in: &context)
    case .answered(let question, let text): editor?.answer(question, text, in: &context)
    case .menuPicked(let id): editor?.pick(id, in: &context)
    case .deleteConfirmed:
      editor?.delete(in: &context)
      if editor?.environments.isEmpty == true { close(in: &context) }
    default: if case .cell(let edit)? = editor?.mode { editor?.keep(edit, in: &context) }
    }
    settle(in: context)
  }

  private mutating func press(_ key: Key, in context: inout FeatureContext) {
    let height = EnvironmentEditorLayout(size: context.app.size).rows.height
    if let motion = Motion(key), editor?.move(motion, height: height) == true { return }
    let closes = editor?.isBrowsing == true && [.escape, .control("c"), .character("q")].contains(key)
    if closes { close(in: &context) } else { editor?.press(key, in: &context) }
  }

  private mutating func close(in context: inout FeatureContext) {
    editor = nil
    context.perform(.overlay(.close))
  }

  /// Shows a change before it has been written.
  private mutating func adopt(_ all: [Environment]) {
    let renamed = zip(self.all, all).first { old, new in
      self.all.count == all.count && old.name == chosen && old.name != new.name
    }
    self.all = all
    if let renamed { chosen = renamed.1.name }
    if let chosen, !names.contains(chosen) { self.chosen = nil }
  }

  private mutating func click(_ mouse: Mouse, in context: inout FeatureContext) {
    guard let shown = editor else { return }
    let layout = EnvironmentEditorLayout(size: context.app.size)
    if case .cell(let edit) = shown.mode, mouse.kind == .press {
      // A click elsewhere commits the edit. A click in the edited cell changes nothing.
      if layout.contains(mouse.point, in: edit, of: shown, context.app.capabilities.unicode) { return }
      editor?.keep(edit, in: &context)
      return click(mouse, in: &context)
    }
    if case .comparing(let other, var list) = shown.mode {
      let count = shown.comparison(with: other)?.lines.count ?? 0
      _ = list.click(mouse, count: count, on: layout.rows.splitTop(1).1, in: layout.frame)
      editor?.mode = .comparing(other: other, list)
    }
    guard case .browsing = shown.mode else { return }
    let pressed = editor?.cursor.click(mouse, count: shown.rows.count, on: layout.rows, in: layout.frame)
    if pressed != nil {
      if mouse.button == .right { editor?.openMenu(in: &context) } else { clickRow(mouse, layout, in: &context) }
      return
    }
    guard mouse.kind == .press, mouse.button == .left else { return }
    if !layout.frame.contains(mouse.point) {
      close(in: &context)
    } else if layout.tabs.contains(mouse.point) {
      let column = mouse.point.x - layout.tabs.x
      if let index = shown.bar.tab(at: column, width: layout.tabs.width, chosen: shown.index) { editor?.show(index) }
    }
  }

  private mutating func clickRow(
    _ mouse: Mouse, _ layout: EnvironmentEditorLayout, in context: inout FeatureContext
  ) {
    let unicode = context.app.capabilities.unicode
    guard let shown = editor, let columns = layout.columns(at: mouse.point, of: shown, unicode) else { return }
    if let column = columns.cells.firstIndex(where: { $0.contains(mouse.point) }) { editor?.column = column }
    let isCheck = columns.check.contains(mouse.point)
    guard isCheck ? mouse.clicks == 1 : mouse.clicks >= 2 else { return }
    editor?.press(isCheck ? .character(" ") : .enter, in: &context)
  }
}

extension AppState {
  /// True while the editor of environments is open or covered by a question.
  var hasEnvironmentEditor: Bool { overlay == .environmentEditor || boxes.covered == .environmentEditor }
}
