import Basics
import SessionModel

/// Writes a request in Perl, with `HTTP::Tiny`, which comes with Perl and sends the path unchanged.
enum PerlCode {
  static let library = CodeLibrary(
    name: "HTTP::Tiny", ownHeaders: ["host"], headerText: .ascii, addedType: "application/octet-stream")
  /// Perl source text is bytes by default.
  private static let text = CodeText(escape: .bytes, marks: ["$", "@"])

  static func write(_ request: CodeRequest) -> CodeProgram {
    var lines = ["use strict;", "use warnings;", "use HTTP::Tiny;"]
    // HTTP::Tiny loads this module itself, but fails silently if it is missing.
    if request.isSecure { lines.append("use IO::Socket::SSL;") }
    if request.body.hasBytes { lines.append("use MIME::Base64;") }
    lines += ["", "my $client = HTTP::Tiny->new(\(settings(request).joined(separator: ", ")));"]
    var options: [String] = []
    if !request.headers.isEmpty {
      options += ["headers => {"] + request.headersByName.map { "    \(pair($0.name, $0.values))," } + ["},"]
    }
    if !request.body.isNone { options += body(request.body.pieces) }
    let start = "my $response = $client->request(\(text.quoted(request.method)), \(text.quoted(request.url))"
    lines += options.isEmpty ? [start + ");"] : [start + ", {"] + options.indented("    ") + ["});"]
    var program = CodeProgram(
      lines: lines + [
        "die $response->{content} if $response->{status} == 599;",
        "print \"$response->{status}\\n$response->{content}\\n\";",
      ] + (request.body.hasFiles ? reading : []))
    if request.followsRedirects, !["GET", "HEAD"].contains(request.method) {
      program.notices.append("HTTP::Tiny follows redirects of GET and HEAD only")
    }
    return program
  }

  private static let reading = [
    "", "sub content {", "    open my $file, \"<:raw\", $_[0] or die \"$_[0]: $!\";", "    local $/;",
    "    return scalar <$file>;", "}",
  ]

  private static func settings(_ request: CodeRequest) -> [String] {
    var settings = ["verify_SSL => \(request.verifies ? 1 : 0)"]
    if !request.followsRedirects { settings.append("max_redirect => 0") }
    if let timeout = request.timeout { settings.append("timeout => \(timeout)") }
    if let proxy = request.proxy {
      let value = proxy.isEmpty ? "undef" : text.quoted(proxy)
      settings += ["http_proxy => \(value)", "https_proxy => \(value)"]
    }
    return settings
  }

  private static func pair(_ name: String, _ values: [CodeHeader]) -> String {
    let values = values.map { text.quoted($0.value) }
    return "\(text.quoted(name)) => \(values.count == 1 ? values[0] : "[\(values.joined(separator: ", "))]")"
  }

  private static func body(_ pieces: [CodePiece]) -> [String] {
    let lines = pieces.flatMap { piece in
      switch piece {
      case .text(let content): text.lines(content)
      case .bytes(let bytes): ["decode_base64(\"\(Base64.encode(bytes))\")"]
      case .file(let path): ["content(\(text.quoted(path)))"]
      }
    }
    return lines.joined(after: "content =>", by: ".", indent: "    ", ending: ",")
  }
}
