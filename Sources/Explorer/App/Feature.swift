import Terminal
import Workspaces

/// A part of the screen: its state, and the change by an action.
///
/// A feature changes only itself. It reads the rest of the program from the context, and asks the context for
/// everything else.
protocol Feature: Equatable, Sendable {
  associatedtype Action: Equatable, Sendable

  init()

  mutating func apply(_ action: Action, in context: inout FeatureContext)

  /// False to close a feature that exists only while it is open.
  var isOpen: Bool { get }
  /// The state for an action while such a feature is closed; `nil` if the action is ignored then.
  static var closed: Self? { get }
}

extension Feature {
  var isOpen: Bool { true }
  static var closed: Self? { nil }
}

/// A feature that opens and closes itself.
protocol ClosableFeature: Feature {}

extension ClosableFeature {
  static var closed: Self? { Self() }
}

/// A feature that exists only while it is open.
extension Optional: Feature where Wrapped: Feature {
  init() { self = nil }

  mutating func apply(_ action: Wrapped.Action, in context: inout FeatureContext) {
    guard var feature = self ?? Wrapped.closed else { return }
    self = nil
    feature.apply(action, in: &context)
    self = feature.isOpen ? feature : nil
  }
}

/// The values that a feature can read, and the steps that it asks for.
///
/// Steps happen in their order after the feature has changed, so that a feature cannot observe a half-changed program.
struct FeatureContext {
  typealias Step = (inout AppState) -> [Effect]

  /// The rest of the program. The feature itself is empty in it.
  let app: AppState
  private(set) var steps: [Step] = []
  fileprivate private(set) var serial: Int

  init(_ app: AppState) {
    self.app = app
    serial = app.serial
  }

  /// A number that is unique in this run.
  mutating func nextSerial() -> Int {
    serial += 1
    return serial
  }

  /// Runs work outside. Its result comes back as an action.
  mutating func run(_ effect: Effect) { steps.append { _ in [effect] } }

  /// Gives another feature an action.
  mutating func perform(_ action: Action) { steps.append { $0.change(by: action) } }

  /// Shows a line at the bottom. Names of keys are filled in.
  mutating func say(_ text: String, _ kind: Message.Kind = .information) { steps.append { $0.say(kind, text) } }

  /// Asks for a line of text. The answer comes back as the action that the prompt's purpose names.
  mutating func ask(_ prompt: Prompt) { perform(.overlay(.show(.prompt(prompt)))) }

  /// Asks a question that no key has asked for, unless the user is busy; then a message says how to be asked again.
  mutating func askUnasked(_ question: Question, orSay words: String) {
    perform(.asked(question, orSay: words))
  }

  /// Offers a list to choose from. The choice comes back as the action that the picker's purpose names.
  mutating func pick(_ picker: Picker) { perform(.overlay(.show(.picker(picker)))) }

  /// Asks for one of a few choices. Each carries its action.
  mutating func ask(_ question: Question) { perform(.overlay(.show(.question(question)))) }

  mutating func copy(_ text: String, as label: String) { run(.system(.copy(text, label: label))) }

  /// Fills the window with a page.
  mutating func show(_ page: Page) { steps.append { $0.show(page) } }

  /// Shows a request or the settings of a folder, reading them first if they are not open.
  mutating func open(_ key: RequestKey, to wish: AwaitedRequest.Wish = .show) {
    steps.append { $0.open(key, to: wish) }
  }

  /// Shows the response pane if only one of the panes is visible.
  mutating func showResponse() {
    steps.append { $0.layout.panes[.response] == nil ? $0.setFocus(.response) : [] }
  }

  /// Sets the variables that a response has set, for later requests of the same scope.
  mutating func capture(_ checks: AnswerChecks, for scope: AnswerScope) {
    steps.append { app in
      app.inputs.runtime[scope, default: RuntimeVariables()].take(checks)
      return app.current.map { app.refreshVariables(of: $0) } ?? []
    }
  }

  /// Adds an open request without showing it, or replaces it; or removes one.
  mutating func put(_ session: RequestSession) {
    steps.append { app in
      app.sessions[session.key] = session
      return []
    }
  }
  mutating func remove(_ key: RequestKey) {
    steps.append { app in
      app.sessions.close(key)
      return []
    }
  }

  /// Commits the edited text and leaves editing mode.
  mutating func leaveEditing() { steps.append { $0.leaveEditing() } }

  /// Returns from a page to the panes.
  mutating func close() {
    steps.append { app in
      app.page = nil
      return []
    }
  }

  /// Leaves the page for a saved request.
  mutating func open(_ node: RequestNode, to wish: AwaitedRequest.Wish = .show) {
    close()
    perform(.tree(.shown(.request(node.path))))
    open(.file(node.path), to: wish)
  }

  /// Leaves the page for an exchange of the history.
  mutating func open(_ entry: HistorySummary, to wish: AwaitedRequest.Wish = .show) {
    steps.append { $0.open(entry, to: wish) }
  }

  /// Gives the open request, or that of the key, an action.
  mutating func request(_ action: RequestPane.Action, of key: RequestKey? = nil) {
    perform(.request(action, of: key))
  }

  /// Lets the open request, or that of the key, change.
  mutating func inRequestPane(of key: RequestKey? = nil, _ change: @escaping (inout RequestPane) -> Void) {
    steps.append { $0.inRequestPane(of: key, change) }
  }

  /// Resolves the variables of the open request again.
  mutating func refreshVariables() {
    steps.append { app in app.current.map { app.refreshVariables(of: $0) } ?? [] }
  }

  /// Saves the preferences for the next run, including those that the feature has changed.
  mutating func remember() { steps.append { [.system(.remember($0.preferences))] } }

  mutating func focus(_ pane: Pane) { steps.append { $0.setFocus(pane) } }

  /// Leaves a pane that has nothing left to close, for the pane around it.
  mutating func leave(to pane: Pane) { steps.append { $0.leave(to: pane) } }

  mutating func edit(_ field: Refusal.Field) { steps.append { $0.edit(field) } }

  /// Gives a key that is no text to the commands.
  mutating func press(_ key: Key) {
    steps.append { app in
      app.commands.command(for: key, in: app.context).map { app.perform($0) } ?? app.explain(unused: key)
    }
  }
}

extension AppState {
  // While a feature changes, its state is in a variable of its own, and nothing of it in the program that the context
  // has a copy of: two owners of the state would make each change copy its lists. The copy is gone when the state is
  // put back and the steps are taken.

  /// Applies an action to a feature, then takes the steps that the feature asks for.
  mutating func apply<F: Feature>(_ action: F.Action, to feature: WritableKeyPath<AppState, F>) -> [Effect] {
    change(feature) { $0.apply(action, in: &$1) }
  }

  /// Lets a feature change, then takes the steps that it asks for.
  mutating func change<F: Feature>(
    _ feature: WritableKeyPath<AppState, F>, _ change: (inout F, inout FeatureContext) -> Void
  ) -> [Effect] {
    var changed = F()
    swap(&changed, &self[keyPath: feature])
    let steps = steps { change(&changed, &$0) }
    self[keyPath: feature] = changed
    return take(steps)
  }

  /// Applies an action to a feature without a state of its own.
  mutating func apply<F: Feature>(_ action: F.Action, by feature: F) -> [Effect] {
    var feature = feature
    return take(steps { feature.apply(action, in: &$0) })
  }

  /// Applies an action to an open request.
  mutating func request(_ action: RequestPane.Action, of key: RequestKey) -> [Effect] {
    inRequestPane(of: key) { $0.apply(action) }
  }

  /// Lets the open request, or that of the key, change.
  mutating func inRequestPane(of key: RequestKey? = nil, _ change: (inout RequestPane) -> Void) -> [Effect] {
    guard let key = key ?? current, let index = sessions.all.index(forKey: key) else { return [] }
    var session = RequestSession(key: key, draft: RequestDefinition(name: ""))
    // Swapped, not copied: a copy would cost as much as the texts being edited.
    swap(&session, &sessions.all.values[index])
    let steps = steps(changing: &session, change)
    swap(&session, &sessions.all.values[index])
    return take(steps)
  }

  private mutating func steps(_ change: (inout FeatureContext) -> Void) -> [FeatureContext.Step] {
    var context = FeatureContext(self)
    change(&context)
    serial = context.serial
    return context.steps
  }

  private mutating func steps(
    changing session: inout RequestSession, _ change: (inout RequestPane) -> Void
  ) -> [FeatureContext.Step] {
    var request = RequestPane(FeatureContext(self))
    swap(&request.session, &session)
    change(&request)
    swap(&request.session, &session)
    boxes.keptTexts = request.keptTexts
    serial = request.context.serial
    return request.context.steps
  }

  private mutating func take(_ steps: [FeatureContext.Step]) -> [Effect] { steps.flatMap { $0(&self) } }
}
