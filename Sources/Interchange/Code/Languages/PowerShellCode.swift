import Basics
import HTTPModel
import SessionModel

/// Writes a request in PowerShell 7, with `Invoke-WebRequest`.
enum PowerShellCode {
  static let library = CodeLibrary(
    name: "Invoke-WebRequest", joinsHeaders: true, headerText: .ascii, addedType: "application/x-www-form-urlencoded",
    capitalizesMethods: true)

  static func write(_ request: CodeRequest) -> CodeProgram {
    // Prevents .NET from normalizing path and query.
    var lines = [
      "$options = [UriCreationOptions]@{ DangerousDisablePathAndQueryCanonicalization = $true }",
      "$parameters = @{",
      "  Uri = [uri]::new(\(quoted(request.url)), $options)",
      "  CustomMethod = \(quoted(request.method))",
    ]
    if !request.headers.isEmpty {
      let pairs = request.headers.map { "    \(quoted($0.name)) = \(quoted($0.value))" }
      lines += ["  Headers = @{"] + pairs + ["  }", "  SkipHeaderValidation = $true"]
    }
    if !request.body.isNone { lines += body(request.body.pieces) }
    if !request.followsRedirects { lines += ["  MaximumRedirection = 0", "  ErrorAction = 'SilentlyContinue'"] }
    if let timeout = request.timeout { lines.append("  TimeoutSec = \(max(1, Int(timeout.rounded(.up))))") }
    if !request.verifies { lines.append("  SkipCertificateCheck = $true") }
    if let proxy = request.proxy { lines.append(proxy.isEmpty ? "  NoProxy = $true" : "  Proxy = \(quoted(proxy))") }
    return CodeProgram(
      lines: lines + [
        "  SkipHttpErrorCheck = $true",
        "}",
        "$response = Invoke-WebRequest @parameters",
        "$response.StatusCode",
        "$response.Content",
      ])
  }

  private static func body(_ pieces: [CodePiece]) -> [String] {
    let expressions = pieces.map(bytes)
    guard expressions.count > 1 else { return ["  Body = \(expressions[0])"] }
    return ["  Body = [byte[]]("] + expressions.joined(by: "+", indent: "    ", ending: "") + ["  )"]
  }

  private static func bytes(_ piece: CodePiece) -> String {
    switch piece {
    case .text(let content): "[Text.Encoding]::UTF8.GetBytes(\(quoted(content)))"
    case .bytes(let bytes): "[Convert]::FromBase64String('\(Base64.encode(bytes))')"
    case .file(let path): "[IO.File]::ReadAllBytes(\(quoted(path)))"
    }
  }

  /// A literal in single quotes, or in double quotes if it needs escapes.
  static func quoted(_ text: String) -> String {
    guard !text.unicodeScalars.allSatisfy(CodeText.isPlain) else { return PowerShellQuoting.literal(text) }
    return "\"\(PowerShellQuoting.expandable(text) { !CodeText.isPlain($0) })\""
  }
}
