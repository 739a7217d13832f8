import Basics
package import HTTPModel

/// A request that is ready to be sent, with its exact bytes and its secrets.
package struct PreparedRequest: Sendable {
  package var request: Request
  /// Gets other credentials after the server refused those of the request; see `ExecutionConfig.renewal`.
  package var renewal: (@Sendable (Response) async throws -> Bool)?
  /// Returns the reason to refuse a redirect; `nil`, also as a result, follows the request's own policy.
  package var redirectRefusal: RedirectRefusal?
  /// For history, logs and exports: masks the standard names and every secret value that the request could use.
  package var redaction: Redaction
  /// The saved request that it was made from, as edited.
  @Indirect package var definition: RequestDefinition
  /// Warnings that do not stop the send, such as query parameters that are disabled or missing from the URL.
  package var notices: [String]
  /// The user's variables, files and commands that the collection uses in it.
  package var outside: Set<UserValueSource>
  /// The cookies to send, which also stores those of the answer; `nil` if the request uses only its own headers.
  package var cookies: CookieJar?
  /// The messages to send once a conversation is open.
  package var messages: [PreparedMessage] = []
  /// True if scripts read the answer, so that a conversation without a user waits for the answers to its messages.
  package var isReadByScripts = false
  /// The operation of a GraphQL request.
  package var operation: PreparedOperation?
  /// The gRPC call.
  package var call: PreparedCall?

  package typealias RedirectRefusal = @Sendable (_ from: Request, _ to: Request) -> String?
}

extension PreparedRequest {
  /// Resolves variables, adds inherited settings, and builds the request.
  /// - Parameters:
  ///   - logins: the tokens of the session, and its interactive logins.
  ///   - kinds: the kinds of request that can be sent.
  package init(
    _ definition: RequestDefinition, in context: SendContext, dynamic: DynamicValues = .live,
    logins: Logins = Logins(), kinds: Set<String> = RequestDefinition.Kind.wordsOfHTTP
  ) throws(SendRefusal) {
    guard kinds.contains(definition.kind.word) else { throw SendRefusal(unsupported: definition) }
    var builder = RequestBuilder(definition, context, dynamic, logins)
    do throws(SendRefusal) {
      var config = try builder.config()
      messages = try builder.messages(for: &config)
      call = builder.call
      operation = builder.operation
      renewal = builder.renewal
      try builder.checkConsent(builder.outside + builder.trust)
      do { request = try Request.with(config) } catch {
        let known = context.redaction(adding: builder.secrets, in: builder.table)
        // A part of the URL, even one character, may belong to a secret that is not recognized by itself.
        let holdsSecret = known.masked(text: config.host) != config.host
        throw RequestBuilder.refusal(holdsSecret ? error.withoutURL(known.mask) : error)
      }
    } catch {
      throw error.masked(by: context.redaction(adding: builder.secrets, in: builder.table))
    }
    redaction = context.redaction(adding: builder.secrets, in: builder.table, dynamic: dynamic)
      .adding(credentialsOf: request)
    if !redaction.secrets.isEmpty { ProcessMemory.keepPrivate() }
    self.definition = definition
    notices = builder.notices
    outside = Set(builder.outside.lazy.map(\.source).filter(\.isValue))
  }
}

extension SendContext {
  /// Masks all secrets that this request can use.
  /// - Parameter table: the variables including the request's own; by default those of the context.
  package func redaction(
    adding more: Set<String> = [], in table: VariableTable? = nil, dynamic: DynamicValues = .live
  ) -> Redaction {
    let table = table ?? variables
    var secrets = more
    var expansion = VariableExpansion(table, dynamic)
    // Few entries are secret; copying each would cost more than everything else here.
    for index in table.entries.indices where table.mayBeSecret(at: index) {
      let entry = table.entries[index]
      let value = expansion.resolved(entry).text
      // If only its name makes a value secret, a common word is not masked.
      if entry.isSecret || SecretReach(of: value.utf8) == .anywhere { secrets.insert(value) }
    }
    return Redaction.standard.adding(secrets)
  }
}
