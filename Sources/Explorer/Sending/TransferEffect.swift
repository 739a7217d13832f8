package import Networking
package import Sessions
package import Workspaces

/// Network work that the state requests.
package enum TransferEffect: Equatable, Sendable {
  case send(RequestKey, send: Int, RequestDefinition, SendTerms)
  /// The same under another environment than the chosen one, beside others.
  case sendUnder(Int, RequestKey, RequestDefinition, SendTerms)
  case cancel(send: Int)
  /// Says something into an open conversation.
  case say(RequestKey, send: Int, Utterance)
  /// Ends what is said into an open conversation, which may go on.
  case endInput(send: Int)
  /// Resolves the request and formats it as a cURL command for the clipboard.
  case copyAsCurl(RequestKey, RequestDefinition, SendTerms, style: CurlCommand.Style, revealsSecrets: Bool)
  /// Looks at the certificate of the server of a URL, without sending the request.
  case inspectCertificate(RequestKey, RequestDefinition, SendTerms, url: String)
  /// Writes requests for another tool, to the clipboard or a file.
  case export(ExportJob)
  /// Records the user's consent; the request is then sent.
  case allow(ConsentQuestion, RequestKey)
  /// What a request would send now; sends nothing.
  case rehearse(serial: Int, RequestKey, RequestDefinition, SendTerms)
  /// Reads the schema of a GraphQL request that is kept, or fetches it.
  case readSchema(RequestKey, RequestDefinition, SendTerms, fetches: Bool)
  /// Asks the transport which codings of answers it asks for.
  case readCodings
}
