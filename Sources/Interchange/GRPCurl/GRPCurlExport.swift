import Basics
import HTTPModel
package import Workspaces

/// Writes a gRPC call as a `grpcurl` command line, because curl cannot make such calls.
package enum GRPCurlExport {
  /// The command that makes the call of `prepared` with its messages.
  package static func command(for prepared: PreparedRequest, revealsSecrets: Bool = false) -> CurlExport.Result {
    var writer = GRPCurlWriter(prepared: prepared, redaction: revealsSecrets ? .none : prepared.redaction)
    writer.write()
    return CurlExport.Result(
      text: writer.words.map(ShellQuoting.word).joined(separator: " "), notices: writer.notices)
  }
}

/// Collects the words of one command.
private struct GRPCurlWriter {
  let prepared: PreparedRequest
  let redaction: Redaction
  private(set) var words = ["grpcurl"]
  private(set) var notices: [String] = []

  private var isSecure: Bool { prepared.request.url.asciiLowercased.hasPrefix("https:") }

  mutating func write() {
    addConnection()
    for header in prepared.request.headers.fields.map(redaction.masked) { add(header) }
    addTypes()
    addMessages()
    let parts = URLParts(redaction.masked(url: prepared.request.url))
    let path = prepared.call?.path ?? ""
    if parts.path != path {
      notices.append("the path before the method is left out: grpcurl calls servers at their root")
    }
    let address = "\(parts.host ?? ""):\(parts.portText ?? (isSecure ? "443" : "80"))"
    let method = String(path.drop { $0 == "/" })
    // Ends the options, in case an operand begins with a dash.
    if address.hasPrefix("-") || method.hasPrefix("-") { words.append("--") }
    words += [address, method]
  }

  private mutating func addConnection() {
    let options = prepared.request.options
    if !isSecure { words.append("-plaintext") }
    let isUnverified = TransferOptions.TrustedCertificate.server(of: prepared.request.url).map {
      options.tls?.unverified.contains($0) == true
    }
    if options.tls?.verifies == false || isUnverified == true { words.append("-insecure") }
    if let file = options.tls?.caFile { words += ["-cacert", file] }
    if let file = options.tls?.certificateFile {
      words += ["-cert", file] + (options.tls?.keyFile.map { ["-key", $0] } ?? [])
    } else if options.clientCertificates?.isEmpty == false {
      notices.append("the client certificate is left out: add -cert and -key")
    }
    if options.tls?.authorities.isEmpty == false || options.tls?.trusted.isEmpty == false {
      notices.append("the trusted authorities of its server are left out: add -cacert")
    }
    if options.proxy?.isEmpty == false { notices.append("the proxy is left out") }
    if options.authentication != nil { notices.append("the login is left out") }
    if let limit = options.totalTimeout, limit > .zero {
      words += ["-max-time", Quantity.thousandths(limit.wholeMilliseconds)]
    }
  }

  private mutating func add(_ header: Header) {
    switch header.name.lowercased() {
    case "host": words += ["-authority", header.value]
    case "user-agent": words += ["-user-agent", header.value]
    default: words += ["-H", "\(header.name): \(header.value)"]
    }
  }

  private mutating func addTypes() {
    guard let call = prepared.call else { return }
    if call.definition.compresses { notices.append("its messages are not compressed: grpcurl has no option for that") }
    if call.definition.carrier != .http2 { notices.append("gRPC-Web becomes gRPC: grpcurl does not support gRPC-Web") }
    guard let file = call.protoFile else { return }
    guard file.hasSuffix(".proto") else {
      words += ["-protoset", file]
      return
    }
    // grpcurl searches the import paths for the file itself, too.
    let folder = call.importPaths.first { file.hasPrefix($0 + "/") }
    words += call.importPaths.flatMap { ["-import-path", $0] }
    words += ["-proto", folder.map { String(file.dropFirst($0.count + 1)) } ?? file]
  }

  private mutating func addMessages() {
    let texts = prepared.messages.filter { $0.kind == .text }.map { message in
      redaction.masked(text: String(decoding: message.bytes, as: UTF8.self))
    }
    if texts.count < prepared.messages.count { notices.append("binary messages are left out") }
    guard !texts.isEmpty else { return }
    let data = texts.map { $0.trimmed.isEmpty ? "{}" : $0 }.joined(separator: " ")
    // A bare `@` would make grpcurl wait for its standard input.
    words += ["-d", data == "@" ? " @" : data]
  }
}
