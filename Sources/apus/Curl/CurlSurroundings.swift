import Interchange

/// What a curl command line may see of this machine when it is sent: files and standard input, as curl would.
enum CurlSurroundings {
  static func live(variables: Bool) -> CurlImport.Surroundings {
    CurlImport.Surroundings(
      readFile: { bytes(of: $0) },
      variable: { variables ? Locale.variable($0) : nil },
      standardInput: { bytes(of: "-") })
  }

  private static func bytes(of path: String) -> [UInt8]? {
    // A file that cannot be read is told by the import, with the option that names it.
    try? InputFile.bytes(of: path)
  }
}
