import Basics
package import Interchange
package import Networking
package import Workspaces

extension SendPlan {
  /// The curl command for what the plan sends, with variables filled in.
  /// - Parameter defaults: what the client adds to each request.
  package func curl(
    style: CurlCommand.Style, shell: CurlCommand.Shell = .sh, defaults: RequestConfig, revealsSecrets: Bool,
    logins: Logins = Logins()
  ) throws(SendFault) -> CurlExport.Result {
    if definition.kind.isConversation { return try conversation(revealsSecrets: revealsSecrets, logins: logins) }
    var prepared = try prepared(logins: logins)
    if let script = prepared.subscriptionScript {
      prepared.request = prepared.socketRequest
      var command = WebsocatExport.command(for: prepared, saying: script, revealsSecrets: revealsSecrets)
      command.notices += fetchedLater
      command.tool = "websocat"
      return command
    }
    var command = CurlExport.command(
      for: prepared, style: style, defaults: defaults, shell: shell, revealsSecrets: revealsSecrets)
    command.notices += fetchedLater
    return command
  }

  /// The command of another tool: curl has none that says something into a WebSocket, or makes a call of gRPC.
  private func conversation(revealsSecrets: Bool, logins: Logins) throws(SendFault) -> CurlExport.Result {
    let prepared = try prepared(logins: logins, kinds: [definition.kind.word])
    var command =
      prepared.call == nil
      ? WebsocatExport.command(for: prepared, revealsSecrets: revealsSecrets)
      : GRPCurlExport.command(for: prepared, revealsSecrets: revealsSecrets)
    command.tool = prepared.call == nil ? "websocat" : "grpcurl"
    return command
  }

  /// What no text can have, because only a send fetches it.
  private var fetchedLater: [String] {
    guard context.authentication(of: definition).0.scheme == .oauth2 else { return [] }
    return ["the OAuth 2.0 token is not in it: only a send fetches one; give it as a header Authorization"]
  }

  /// What the plan sends in any form.
  package func export(as form: ExportForm, _ options: ExportOptions) throws(SendFault) -> ExportText {
    switch form {
    case .format(let format):
      return ExportText(
        ExportSource.single(self), in: format, redaction: context.redaction(), revealsSecrets: options.revealsSecrets)
    case .code(let language):
      let prepared = try prepared(logins: options.logins)
      let program = language.program(for: prepared, revealsSecrets: options.revealsSecrets)
      let loss = [prepared.lossOfSubscription].compactMap(\.self)
      return ExportText(text: program.text, notices: program.notices + fetchedLater + loss)
    case .har:
      var archive = options.archive(of: [try archived(options)])
      archive.notices += fetchedLater
      return archive
    case .curl, .exactCurl:
      let command = try command(form == .exactCurl ? .exact : .short, options)
      return ExportText(text: command.text, notices: command.notices)
    }
  }

  /// What the plan sends with what the client adds: an entry of an archive.
  func archived(_ options: ExportOptions) throws(SendFault) -> PreparedRequest {
    var prepared = try prepared(logins: options.logins)
    do throws(RequestError) { prepared.request = try prepared.request.layered(over: options.defaults) } catch {
      throw .request(error)
    }
    return prepared
  }

  private func command(
    _ style: CurlCommand.Style, _ options: ExportOptions
  ) throws(SendFault) -> CurlExport.Result {
    let isConversation = definition.kind.isConversation || definition.operation?.kind == .subscription
    guard options.variables == .shell, !isConversation else {
      return try curl(
        style: style, shell: options.shell, defaults: options.defaults, revealsSecrets: options.revealsSecrets,
        logins: options.logins)
    }
    do throws(SendRefusal) {
      var command = try CurlExport.command(
        for: definition, in: context, style: style, defaults: options.defaults, shell: options.shell,
        variables: .shell, revealsSecrets: options.revealsSecrets)
      command.notices += fetchedLater
      return command
    } catch {
      throw .refusal(error)
    }
  }
}

extension ExportOptions {
  /// An HTTP archive of requests, without responses.
  func archive(of requests: [PreparedRequest]) -> ExportText {
    let log = HARExport.log(of: requests, creator: creator, time: time, revealsSecrets: revealsSecrets)
    let losses = Set(requests.compactMap(\.lossOfSubscription)).sorted()
    return ExportText(text: log.pretty, notices: HARExport.losses(of: requests) + losses)
  }
}
