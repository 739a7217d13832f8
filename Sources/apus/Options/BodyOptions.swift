import ArgumentParser
import Interchange
import Workspaces

/// The options for the body, with curl's names; the code for pasted curl commands parses them.
struct BodyOptions: ParsableArguments, Sendable {
  @Option(
    name: [.customShort("d", allowingJoined: true), .customLong("data")], parsing: .unconditionalSingleValue,
    help: ArgumentHelp("The body, @FILE or @- for standard input; several are joined by &.", valueName: "data"))
  var data: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Like --data, but files and standard input byte for byte.", valueName: "data"))
  var dataBinary: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Like --data, but without a special meaning of @.", valueName: "data"))
  var dataRaw: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Like --data, encoded: text, name=text or name@file.", valueName: "data"))
  var dataUrlencode: [String] = []

  @Option(
    name: [.customLong("json-body"), .customLong("body-json")], parsing: .unconditional,
    help: ArgumentHelp("A JSON body (text, @FILE or @-), with the matching headers.", valueName: "text"))
  var jsonBody: String?

  @Option(
    name: [.customShort("F", allowingJoined: true), .customLong("form")], parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A part of a form; name=@FILE sends a file.", valueName: "name=content"))
  var form: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A part of a form, taken literally.", valueName: "name=text"))
  var formString: [String] = []

  @Option(
    name: [.customShort("T", allowingJoined: true), .customLong("upload-file")], parsing: .unconditional,
    help: ArgumentHelp("Send this file, or standard input (-) while it is read.", valueName: "file"),
    completion: .file())
  var uploadFile: String?

  /// The body that the options describe.
  struct Content {
    var body: BodyDefinition
    /// `Content-Type` and `Accept`, if the options imply them.
    var headers: [Row]
    var variables: [Row]
    var extras: CurlImport.Extras
    var isUpload: Bool
  }

  func validate() throws {
    let hasData = !(data + dataBinary + dataRaw + dataUrlencode).isEmpty
    let kinds = [
      (hasData, "--data"), (jsonBody != nil, "--json-body"), (!(form + formString).isEmpty, "--form"),
      (uploadFile != nil, "--upload-file"),
    ].filter(\.0).map(\.1)
    if kinds.count > 1 { throw ValidationError("\(kinds.joined(separator: " and ")) exclude each other.") }
  }

  /// - Returns: `nil` without any of the options.
  func content() throws(Failure) -> Content? {
    var words = data.flatMap { ["--data", $0] } + dataBinary.flatMap { ["--data-binary", $0] }
    words += dataRaw.flatMap { ["--data-raw", $0] } + dataUrlencode.flatMap { ["--data-urlencode", $0] }
    words += (jsonBody.map { ["--json", $0] } ?? []) + form.flatMap { ["--form", $0] }
    words += formString.flatMap { ["--form-string", $0] } + (uploadFile.map { ["--upload-file", $0] } ?? [])
    guard !words.isEmpty else { return nil }
    for path in files { _ = try InputFile(path) }
    let result = CurlImport.read(
      arguments: words + ["http://host/"], surroundings: CurlSurroundings.live(), keepsVariables: true)
    if let notice = result.notices.first {
      throw Failure(notice.severity == .error ? .usage : .file, notice.message)
    }
    guard let read = result.requests.first else { return nil }
    var extras = read.extras
    // A saved request may have a content type, which `CurlImport` would suppress.
    extras.suppressedHeaders = []
    return Content(
      body: read.request.body,
      headers: read.request.headers.filter { ["content-type", "accept"].contains($0.name.lowercased()) },
      variables: read.request.variables, extras: extras, isUpload: uploadFile != nil)
  }

  /// All values from the command line.
  var words: [String] {
    let texts = data + dataBinary + dataRaw + dataUrlencode + form + formString
    return texts + [jsonBody, uploadFile].compactMap(\.self)
  }

  /// The files that must exist: an unreadable one is reported before sending.
  private var files: [String] {
    var paths = (data + dataBinary + (jsonBody.map { [$0] } ?? [])).filter { $0.hasPrefix("@") }.map {
      String($0.dropFirst())
    }
    if let uploadFile, uploadFile != "." { paths.append(uploadFile) }
    return paths.filter { $0 != "-" }
  }
}
