import Basics
import SessionModel

/// Writes a request in PHP, with its curl extension, which sends URL and headers as Apus does.
enum PHPCode {
  static let library = CodeLibrary(name: "curl", bodilessMethods: ["HEAD"])
  private static let text = CodeText(escape: .braces, marks: ["$"])

  static func write(_ request: CodeRequest) -> CodeProgram {
    var options = ["CURLOPT_CUSTOMREQUEST => \(text.quoted(request.method)),"]
    if request.method == "HEAD" { options.append("CURLOPT_NOBODY => true,") }
    // An empty value needs a semicolon, because `Name:` would remove the header.
    var headers = request.headers.map {
      text.quoted($0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)") + ","
    }
    if !request.body.isNone, request.header("Content-Type") == nil { headers.append("\"Content-Type:\",") }
    if !headers.isEmpty { options += ["CURLOPT_HTTPHEADER => ["] + headers.indented("    ") + ["],"] }
    if !request.body.isNone { options += body(request.body.pieces) }
    options.append("CURLOPT_PATH_AS_IS => true,")
    if request.followsRedirects { options.append("CURLOPT_FOLLOWLOCATION => true,") }
    if let limit = request.milliseconds { options.append("CURLOPT_TIMEOUT_MS => \(limit),") }
    if !request.verifies { options += ["CURLOPT_SSL_VERIFYPEER => false,", "CURLOPT_SSL_VERIFYHOST => 0,"] }
    if let proxy = request.proxy { options.append("CURLOPT_PROXY => \(text.quoted(proxy)),") }
    options.append("CURLOPT_RETURNTRANSFER => true,")
    let start = ["<?php", "", "$curl = curl_init(\(text.quoted(request.url)));", "curl_setopt_array($curl, ["]
    return CodeProgram(
      lines: start + options.indented("    ") + [
        "]);",
        "$answer = curl_exec($curl);",
        "if ($answer === false) {",
        "    throw new RuntimeException(curl_error($curl));",
        "}",
        "echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), \"\\n\", $answer, \"\\n\";",
      ])
  }

  private static func body(_ pieces: [CodePiece]) -> [String] {
    let lines = pieces.flatMap { piece in
      switch piece {
      case .text(let content): text.lines(content)
      case .bytes(let bytes): ["base64_decode(\"\(Base64.encode(bytes))\")"]
      case .file(let path): ["file_get_contents(\(text.quoted(path)))"]
      }
    }
    return lines.joined(after: "CURLOPT_POSTFIELDS =>", by: ".", indent: "    ", ending: ",")
  }
}
