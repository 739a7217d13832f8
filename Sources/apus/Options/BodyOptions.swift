import ArgumentParser
import Interchange
import Workspaces

/// The body on the command line, in curl's words; they are read by the same code as a pasted command.
struct BodyOptions: ParsableArguments {
  @Option(
    name: [.customShort("d", allowingJoined: true), .customLong("data")], parsing: .unconditionalSingleValue,
    help: ArgumentHelp("The body, @FILE or @- for standard input; several are joined by &.", valueName: "data"))
  var data: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Like --data, but files and standard input to the byte.", valueName: "data"))
  var dataBinary: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Like --data, but @ means nothing.", valueName: "data"))
  var dataRaw: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Like --data, encoded: text, name=text or name@file.", valueName: "data"))
  var dataUrlencode: [String] = []

  @Option(
    name: [.customLong("json-body"), .customLong("body-json")], parsing: .unconditional,
    help: ArgumentHelp("A JSON body (text, @FILE or @-), with the headers that say so.", valueName: "text"))
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

  /// What the options come to; `nil` without any.
  struct Content {
    var body: BodyDefinition
    /// `Content-Type` and `Accept`, where the body asks for them.
    var headers: [Row]
    var variables: [Row]
    var extras: CurlImport.Extras
    var isUpload: Bool
  }

  /// Nothing was said on the command line.
  static var none: BodyOptions {
    var options = BodyOptions()
    options.data = []
    options.dataBinary = []
    options.dataRaw = []
    options.dataUrlencode = []
    options.jsonBody = nil
    options.form = []
    options.formString = []
    options.uploadFile = nil
    return options
  }

  func validate() throws {
    let hasData = !(data + dataBinary + dataRaw + dataUrlencode).isEmpty
    let kinds = [
      (hasData, "--data"), (jsonBody != nil, "--json-body"), (!(form + formString).isEmpty, "--form"),
      (uploadFile != nil, "--upload-file"),
    ].filter(\.0).map(\.1)
    if kinds.count > 1 { throw ValidationError("\(kinds.joined(separator: " and ")) exclude each other.") }
  }

  func content() throws(Failure) -> Content? {
    var words = data.flatMap { ["--data", $0] } + dataBinary.flatMap { ["--data-binary", $0] }
    words += dataRaw.flatMap { ["--data-raw", $0] } + dataUrlencode.flatMap { ["--data-urlencode", $0] }
    words += (jsonBody.map { ["--json", $0] } ?? []) + form.flatMap { ["--form", $0] }
    words += formString.flatMap { ["--form-string", $0] } + (uploadFile.map { ["--upload-file", $0] } ?? [])
    guard !words.isEmpty else { return nil }
    for path in files { _ = try InputFile(path) }
    let result = CurlImport.read(
      arguments: ["-q"] + words + ["http://host/"], surroundings: CurlSurroundings.live(),
      keepsVariables: true)
    if let notice = result.notices.first {
      throw Failure(notice.severity == .error ? .usage : .file, TerminalText.shown(notice.message))
    }
    guard let read = result.requests.first else { return nil }
    var extras = read.extras
    // A saved request may name the type that curl leaves out here.
    extras.suppressedHeaders = []
    return Content(
      body: read.request.body,
      headers: read.request.headers.filter { ["content-type", "accept"].contains($0.name.lowercased()) },
      variables: read.request.variables, extras: extras, isUpload: uploadFile != nil)
  }

  /// The files that must be there; what cannot be read is told before anything is sent.
  private var files: [String] {
    var paths = (data + dataBinary + (jsonBody.map { [$0] } ?? [])).filter { $0.hasPrefix("@") }.map {
      String($0.dropFirst())
    }
    if let uploadFile, uploadFile != "." { paths.append(uploadFile) }
    return paths.filter { $0 != "-" }
  }
}
