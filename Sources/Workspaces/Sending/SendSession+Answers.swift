import Basics
import Networking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SendSession {
  /// Puts the value of every `{{request | part}}` into the context; sends what must be sent for it.
  func addAnswers(
    for definition: RequestDefinition, to context: inout SendContext, _ chain: SendChain
  ) async throws(SendRefusal) -> [String] {
    let references = context.references(of: definition)
    var resent: [String] = []
    var fresh: [String: Exchange] = [:]
    for (named, field, place) in references {
      var reference = named
      reference.requestID = workspace.meant(named.requestID, in: context.folder)
      let name = context.environment?.name
      var value = fresh[reference.requestID].flatMap { Workspace.value(reference.part, $0) }
      if value == nil { value = recent(reference, name, in: context.folder) }
      if value == nil {
        let exchange = try await resend(reference, field, place, context, chain)
        resent.append(reference.requestID)
        fresh[reference.requestID] = exchange
        value = Workspace.value(reference.part, exchange)
      }
      guard let value else {
        throw Self.refusal(reference, field, place, "its answer has nothing at that place")
      }
      context.variables.entries.append(
        VariableTable.Entry(reference.name, value, isSecret: true, origin: .response(reference.requestID)))
    }
    return resent
  }

  /// From the answers of this session, else from the history.
  private func recent(_ reference: ResponseReference, _ environment: String?, in collection: String) -> String? {
    if let exchange = lastAnswer(AnswerKey(request: reference.requestID, environment: environment)),
      reference.accepts(exchange.startedAt, now: dynamic.now())
    {
      return Workspace.value(reference.part, exchange)
    }
    // A history that cannot be read has no answer: the request is sent again.
    let value = try? workspace.recordedValue(
      of: reference, environment: environment, in: collection, now: dynamic.now())
    return value ?? nil
  }

  private func resend(
    _ reference: ResponseReference, _ field: SendRefusal.Field, _ place: String, _ context: SendContext,
    _ chain: SendChain
  ) async throws(SendRefusal) -> Exchange {
    let id = reference.requestID
    if chain.requests.contains(id) {
      let way = (chain.requests.drop { $0 != id } + [id]).joined(separator: " → ")
      throw Self.refusal(reference, field, place, "the requests need each other: \(way)")
    }
    let file: RequestFile
    var other: SendContext
    do throws(WorkspaceError) {
      guard let path = workspace.path(ofRequest: id, in: context.folder) else {
        throw WorkspaceError.file(FileError(id, .missing, "there is no such request"))
      }
      file = try workspace.request(at: path)
      if let damage = file.damage(under: file.definition) { throw WorkspaceError.invalid(damage) }
      other = try workspace.context(for: path, environment: context.environment?.name, inputs: context.inputs)
    } catch {
      throw Self.refusal(reference, field, place, error.description)
    }
    other.options = context.options
    if context.environment?.isProtected == true, !chain.isConfirmed, !file.definition.onlyReads {
      throw Self.refusal(
        reference, field, place, "the environment is protected; send \(id) yourself, or confirm this send")
    }
    let next = SendChain(requests: chain.requests + [id], isConfirmed: chain.isConfirmed)
    let send: SessionSend
    do throws(SendRefusal) { send = try await prepare(file.definition, id: id, in: other, next) } catch {
      // What it would use is asked about like what the first one uses.
      if case .notAllowed = error.problem { throw error }
      throw Self.refusal(reference, field, place, "\(id) cannot be sent: \(error.description)")
    }
    let exchange = await outside.send(send.prepared.request)
    let answer = finish(send, with: exchange)
    await outside.record(answer.record, answer.redaction)
    if let failure = exchange.failure { throw Self.refusal(reference, field, place, "\(id): \(failure.message)") }
    guard let status = exchange.response?.status, status.kind == .successful else {
      throw Self.refusal(reference, field, place, "\(id) answered \(exchange.response?.status.code ?? 0)")
    }
    return exchange
  }

  private static func refusal(
    _ reference: ResponseReference, _ field: SendRefusal.Field, _ place: String, _ why: String
  ) -> SendRefusal {
    SendRefusal(field, .unresolved([UnresolvedVariable("{{\(reference.name)}}", .noAnswer(why))]), place)
  }
}

extension ResponseReference {
  func accepts(_ date: Date, now: Date) -> Bool {
    guard let maximumAge else { return true }
    return now.timeIntervalSince(date) <= Double(maximumAge.components.seconds)
  }
}

extension SendContext {
  /// Each `{{request | part}}` that a send looks at, once, with the field it stands in; also inside the values of
  /// variables that the request uses.
  func references(
    of definition: RequestDefinition
  ) -> [(reference: ResponseReference, field: SendRefusal.Field, place: String)] {
    let templates = templates(of: definition)
    guard !templates.isEmpty else { return [] }
    let table = table(for: definition)
    var seen: Set<ResponseReference> = []
    var found: [(reference: ResponseReference, field: SendRefusal.Field, place: String)] = []
    for (field, place, text) in templates {
      let direct = ResponseReference.references(in: [text])
      let inner = table.resolved(text).unresolved.compactMap { ResponseReference($0.name) }
      for reference in direct + inner where seen.insert(reference).inserted {
        found.append((reference, field, place))
      }
    }
    return found
  }

  /// Whether anything that requests share could need the answer to one of them, or sets a variable from each answer.
  public var mayUseAnswers: Bool {
    func isReference(_ text: String) -> Bool { text.utf8.has(UInt8(ascii: "|")) && text.contains("{{") }
    return variables.entries.contains { isReference($0.value) }
      || layers.map(\.settings).contains { shared in
        !shared.captures.isEmpty || shared.headers.contains { isReference($0.value) }
          || shared.authentication.fields.contains { isReference($0.value) }
          || shared.certificates.contains { $0.fields.contains { isReference($0.value) } }
          || shared.proxy?.fields.contains { isReference($0.value) } == true
      }
  }

  /// What the user gave, for the request that has to be sent first.
  var inputs: VariableInputs {
    func pairs(_ origin: VariableTable.Origin) -> [VariableInputs.Pair] {
      variables.entries.filter { $0.origin == origin }.map { VariableInputs.Pair($0.name, $0.value) }
    }
    let prompts = pairs(.prompt).map { (String($0.name.dropFirst()), $0.value) }
    let process = variables.entries.filter { $0.origin == .process }.map { entry in
      (entry.source == nil ? VariableInputs.givenPrefix + entry.name : entry.name, entry.value)
    }
    return VariableInputs(
      commandLine: pairs(.commandLine).reversed(), prompts: Dictionary(prompts) { first, _ in first },
      runtime: pairs(.runtime), process: Dictionary(process) { first, _ in first })
  }
}

extension RequestDefinition {
  /// GET, HEAD and OPTIONS, which a protected environment lets pass.
  public var onlyReads: Bool { ["GET", "HEAD", "OPTIONS"].contains(method.uppercased()) }
}
