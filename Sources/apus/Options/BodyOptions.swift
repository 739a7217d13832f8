import ArgumentParser

/// The options for the body, with curl's names; the code for pasted curl commands parses them.
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

  /// The parsed options.
  var chosen: BodyChoice {
    BodyChoice(
      data: data, dataBinary: dataBinary, dataRaw: dataRaw, dataUrlencode: dataUrlencode, jsonBody: jsonBody,
      form: form, formString: formString, uploadFile: uploadFile)
  }

  func validate() throws { try chosen.validate() }
}
