import Basics
package import Networking

/// A request that is ready to be sent: its exact bytes, and what in it is secret.
package struct PreparedRequest: Equatable, Sendable {
  package var request: Request
  /// For history, logs and exports: masks the standard names and every secret value that the request could use.
  package var redaction: Redaction
  /// The saved request that it was made from, as edited.
  package var definition: RequestDefinition
  /// Warnings that do not stop the send, such as query parameters that are disabled or missing from the URL.
  package var notices: [String]
  /// The user's variables, files and commands that the collection uses in it.
  package var outside: Set<OutsideSource>
  /// What it sends cookies from and sets them in; `nil` for those of its own headers only.
  package var cookies: CookieJar?
  /// What is said once a conversation is open.
  package var messages: [PreparedMessage] = []
  /// Of a GraphQL request: what is sent of its document.
  package var operation: PreparedOperation?
  /// Of a call of gRPC.
  package var call: PreparedCall?
}

extension PreparedRequest {
  /// Resolves, inherits and builds.
  /// - Parameters:
  ///   - logins: the tokens of the session, and how a login reaches the user.
  ///   - kinds: the kinds of request that can be sent.
  package init(
    _ definition: RequestDefinition, in context: SendContext, dynamic: DynamicValues = .live,
    logins: Logins = Logins(), kinds: Set<String> = RequestDefinition.Kind.wordsOfHTTP
  ) throws(SendRefusal) {
    guard kinds.contains(definition.kind.word) else { throw SendRefusal(unsupported: definition) }
    var builder = RequestBuilder(definition, context, dynamic, logins)
    var url = ""
    do throws(SendRefusal) {
      var config = try builder.config()
      messages = try builder.messages(for: &config)
      call = builder.call
      url = config.host
      operation = builder.operation
      try builder.checkConsent(builder.outside + builder.trust)
      do { request = try Request.with(config) } catch {
        let known = context.redaction(adding: builder.secrets, in: builder.table)
        // A part of the URL, even one character, may be part of a secret that is not recognized by itself.
        let holdsSecret = known.masked(text: url) != url
        throw RequestBuilder.refusal(holdsSecret ? error.withoutURL(known.mask) : error, definition)
      }
    } catch {
      throw error.masked(by: context.redaction(adding: builder.secrets, in: builder.table).adding(piecesIn: url))
    }
    redaction = context.redaction(adding: builder.secrets, in: builder.table, dynamic: dynamic)
      .adding(credentialsOf: request).adding(piecesIn: url).adding(piecesIn: request)
    if !redaction.secrets.isEmpty { ProcessMemory.keepPrivate() }
    self.definition = definition
    notices = builder.notices
    outside = Set(builder.outside.map(\.source))
  }
}

extension SendContext {
  /// Masks everything secret that this request can use.
  /// - Parameter table: the variables including the request's own; by default those around it.
  package func redaction(
    adding more: Set<String> = [], in table: VariableTable? = nil, dynamic: DynamicValues = .live
  ) -> Redaction {
    let table = table ?? variables
    var secrets = more
    var expansion = VariableExpansion(table, dynamic)
    // Hardly one is secret: a copy of each would cost more than all else here.
    for index in table.entries.indices where table.mayBeSecret(at: index) {
      let entry = table.entries[index]
      let value = expansion.resolved(entry).text
      // If only its name makes a value secret, a common word is not masked.
      if entry.isSecret || SecretReach(of: value.utf8) == .anywhere { secrets.insert(value) }
    }
    return Redaction.standard.adding(secrets)
  }
}
