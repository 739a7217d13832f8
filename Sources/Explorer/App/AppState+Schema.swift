import GraphQL
import Terminal
import Workspaces

extension AppState {
  mutating func apply(_ action: SchemaFeature.Action) -> [Effect] {
    if let action = servicesAction(for: action) { return apply(action) }
    let kept = action == .toggled ? leaveEditing() : []
    let outcomes = SchemaFeature.reduce(&schema, action, in: schemaSurroundings)
    return kept + outcomes.flatMap { carryOut($0) }
  }

  /// What a call of gRPC has instead of a schema are the services of its server.
  private func servicesAction(for action: SchemaFeature.Action) -> ServicesFeature.Action? {
    guard session?.draft.kind == .grpc, overlay != .schema else { return nil }
    switch action {
    case .toggled: return .toggled
    case .refreshRequested: return .refreshRequested
    case .variablesRequested: return .messageRequested
    case .pressed, .pasted, .clicked, .arrived: return nil
    }
  }

  /// The kept schema of a GraphQL request is read once it is shown, for completion and checks, and again once it is
  /// another: for an environment that was chosen, or a source that was changed. What is still typed is waited for.
  mutating func readSchema() -> [Effect] {
    guard let session, case .graphql = session.draft.body, session.fault == nil, !session.schema.isWaiting else {
      return []
    }
    let isOutdated = !isEditingText && session.schemaSubject != schemaSubject(of: session)
    guard session.schema == .unasked || isOutdated else { return [] }
    return ask(for: session, fetches: false)
  }

  private func schemaSubject(of session: RequestSession) -> SchemaSubject {
    let context = SendContext(layers: session.surroundings?.layers ?? [])
    return SchemaSubject(
      source: context.schemaSource(of: session.draft), environment: environmentChosen(in: session.collection))
  }

  var schemaSituation: SchemaCommands.Situation {
    let isGraphQL = session?.draft.body.kind == .graphql
    let isCall = session?.draft.kind == .grpc
    return SchemaCommands.Situation(
      refusal: isGraphQL || isCall
        ? requestSituation.refusalWithoutURL : "A schema belongs to a GraphQL request, or to a call of gRPC",
      isInQuery: isGraphQL && session?.editor.tab == .body || isCall && session?.editor.tab == .messages,
      isCall: isCall)
  }

  /// The query as the pane shows it.
  var schemaQuery: SchemaQuery {
    guard let session, case .graphql(let text, _) = session.draft.body else { return SchemaQuery("", offset: 0) }
    let area = session.editor.texts[.query]?.area
    return SchemaQuery(text, offset: area.map { $0.offset(of: $0.caret) } ?? 0)
  }

  private var schemaSurroundings: SchemaFeature.Surroundings {
    SchemaFeature.Surroundings(
      known: session?.schema ?? .unasked, query: schemaQuery,
      variables: session?.draft.text(in: .graphVariables) ?? "", list: SchemaView.list(in: schemaPlace.frame),
      place: schemaPlace)
  }

  private mutating func ask(for session: RequestSession, fetches: Bool) -> [Effect] {
    let subject = schemaSubject(of: session)
    sessions[session.key]?.schema = .waiting(isFetch: fetches)
    sessions[session.key]?.schemaSubject = subject
    return [.transfer(.readSchema(session.key, session.draft, terms(of: session), fetches: fetches))]
  }

  private mutating func carryOut(_ outcome: SchemaFeature.Outcome) -> [Effect] {
    switch outcome {
    case .show: return showSchema()
    case .close, .leave: return leaveSchema()
    case .read(let fetches): return session.map { ask(for: $0, fetches: fetches) } ?? []
    case .learned(let key, let found):
      sessions[key]?.schema = found
      return []
    case .write(let text, let caret):
      guard let key = current, var draft = session?.draft else { return [] }
      draft.setText(text, in: .query)
      let effects = apply(.request(.changed(key, draft)))
      if let pane = session?.editor.texts[.query] {
        session?.editor.texts[.query]?.area.moveCaret(to: pane.area.position(at: caret))
      }
      return effects
    case .writeVariables(let text):
      guard let key = current, var draft = session?.draft else { return [] }
      draft.setText(text, in: .graphVariables)
      return apply(.request(.changed(key, draft)))
    case .said(let kind, let text): return say(kind, text)
    }
  }
}
