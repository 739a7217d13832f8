package import Basics
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
    CurlExport.command(
      for: try prepared(logins: logins), style: style, defaults: defaults, shell: shell,
      revealsSecrets: revealsSecrets)
  }

  /// What the plan sends as a HAR archive, without a response.
  /// - Parameter time: the time of sending to write into the archive.
  package func archive(
    creator: (name: String, version: String), time: String, defaults: RequestConfig, revealsSecrets: Bool,
    logins: Logins = Logins()
  ) throws(SendFault) -> JSONValue {
    var prepared = try prepared(logins: logins)
    do throws(RequestError) { prepared.request = try prepared.request.layered(over: defaults) } catch {
      throw .request(error)
    }
    return HARExport.log(of: [prepared], creator: creator, time: time, revealsSecrets: revealsSecrets)
  }

  /// What the plan sends as a program of a few lines.
  package func program(
    in language: CodeLanguage, revealsSecrets: Bool, logins: Logins = Logins()
  ) throws(SendFault) -> ExportText {
    let program = language.program(for: try prepared(logins: logins), revealsSecrets: revealsSecrets)
    return ExportText(text: program.text, notices: program.notices)
  }

  /// What the plan sends in any form, with its secrets masked.
  package func export(
    as form: ExportForm, creator: (name: String, version: String), time: String, defaults: RequestConfig,
    logins: Logins = Logins()
  ) throws(SendFault) -> ExportText {
    if let format = form.format {
      return ExportText(ExportSource.single(self), in: format, redaction: context.redaction())
    }
    if let language = form.language { return try program(in: language, revealsSecrets: false, logins: logins) }
    guard form != .har else {
      let log = try archive(
        creator: creator, time: time, defaults: defaults, revealsSecrets: false, logins: logins)
      return ExportText(text: log.pretty)
    }
    let style: CurlCommand.Style = form == .exactCurl ? .exact : .short
    let command = try curl(style: style, defaults: defaults, revealsSecrets: false, logins: logins)
    return ExportText(text: command.text, notices: command.notices)
  }
}
