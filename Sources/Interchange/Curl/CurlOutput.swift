import Basics

extension CurlImport {
  /// How a command outputs the answer.
  package struct Output: Hashable, Sendable {
    /// `-o FILE`, or the name that `-O` derives from the URL; standard output if `nil`.
    package var path: String?
    /// `-o -`: the body is written to standard output unchanged, even to a terminal.
    package var isRaw = false
    /// Whether the URL has no file name, which `-O` needs.
    package var lacksName = false
    /// `-i`
    package var includesHead = false
    /// `-v`
    package var isVerbose = false
    /// `-s`: no progress.
    package var isSilent = false
    /// `-f`, `--fail-with-body`: a status of 400 or above is a failure.
    package var fails = false
    /// `-f`: the body of such an answer is not shown.
    package var dropsErrors = false
    /// `--fail-early`: no transfers after one that fails.
    package var failsEarly = false
    /// `-D FILE`: the heads of all answers; `-` is standard output.
    package var headPath: String?
    /// `--etag-save FILE`
    package var etagPath: String?
    /// `--create-dirs`
    package var makesFolders = false
    /// `--no-clobber`: existing files are kept, and the answer gets a numbered name.
    package var keepsFiles = false
    /// `-w FORMAT`
    package var format: String?
  }
}

extension CurlImport.Output {
  /// - Parameters:
  ///   - index: the index of the URL in the operation.
  ///   - url: the URL that is sent.
  ///   - choices: the values of the URL's patterns.
  init(_ operation: CurlOperation, index: Int, url: CurlURL, choices: [String]) {
    includesHead = operation.isOn("include") || operation.isOn("show-headers") || operation.isOn("head")
    isVerbose = operation.isOn("verbose")
    isSilent = operation.isOn("silent")
    fails = operation.isOn("fail") || operation.isOn("fail-with-body")
    dropsErrors = operation.isOn("fail")
    failsEarly = operation.isOn("fail-early")
    format = operation.values("write-out").last
    headPath = operation.values("dump-header").last
    etagPath = operation.values("etag-save").last
    makesFolders = operation.isOn("create-dirs")
    keepsFiles = operation.settings.last { $0.option.name.hasSuffix("clobber") }?.option.name == "no-clobber"
    let places = operation.settings.filter {
      ["output", "remote-name", "out-null"].contains($0.option.name) && $0.isOn
    }
    let place = index < places.count ? places[index] : nil
    let name: String?
    switch place?.option.name {
    case "output": name = place.map { Self.filled($0.value, choices, isOff: operation.isOn("globoff")) }
    case "out-null": name = "/dev/null"
    case "remote-name": name = url.fileName
    default: name = operation.isOn("remote-name-all") ? url.fileName : nil
    }
    let isRemote = place.map { $0.option.name == "remote-name" } ?? operation.isOn("remote-name-all")
    lacksName = isRemote && name == nil
    isRaw = name == "-"
    guard let name, name != "-" else { return }
    let folder = operation.values("output-dir").last
    path = folder.map { $0.hasSuffix("/") ? $0 + name : "\($0)/\(name)" } ?? name
  }

  /// Replaces `#1` with the value of the URL's first pattern; a number without a pattern stays.
  private static func filled(_ name: String, _ choices: [String], isOff: Bool) -> String {
    guard !isOff, !choices.isEmpty, name.utf8.contains(UInt8(ascii: "#")) else { return name }
    var result = ""
    var cursor = ScalarCursor(name)
    while let scalar = cursor.next() {
      let length = scalar == "#" ? cursor.count(while: \.isASCIIDigit) : 0
      let start = cursor.index
      cursor.skip(length)
      if length > 0, let number = Int(cursor.text(from: start)), choices.indices.contains(number - 1) {
        result += choices[number - 1]
      } else {
        result.unicodeScalars.append(scalar)
        result += cursor.text(from: start)
      }
    }
    return result
  }
}
