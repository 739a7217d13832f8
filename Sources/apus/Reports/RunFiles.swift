import Libc
import Workspaces

/// The files that a run reads and writes. No output may replace a file that the run reads, or another output.
struct RunFiles {
  enum Input: String {
    case collection, environment, globals
    case data = "data file"
  }

  private struct Output {
    let name: String
    let path: String
    /// The input that the output may replace: a chain of runs updates its environment in place.
    var updates: Input?
  }

  private let inputs: [(input: Input, file: FileIdentity)]
  private let outputs: [Output]

  init(_ inputs: [(input: Input, path: String?)], exports: [VariableExport], reports: [Report]) {
    self.inputs = inputs.compactMap { input, path in path.flatMap(FileIdentity.init).map { (input, $0) } }
    outputs =
      exports.map { Output(name: $0.option, path: $0.path, updates: $0.updates) }
      + reports.compactMap { report in
        report.path.map { Output(name: "the report \(report.format.rawValue)", path: $0) }
      }
  }

  /// Fails before anything is sent.
  func check() throws(Failure) {
    var written: [FileIdentity: Output] = [:]
    for output in outputs {
      guard let file = FileIdentity(output.path) else { continue }
      if let read = inputs.first(where: { $0.file == file && $0.input != output.updates }) {
        throw Failure(
          .usage,
          "\(output.name) would replace \(output.path), the \(read.input.rawValue) of the run; "
            + "name another file")
      }
      if let other = written.updateValue(output, forKey: file) {
        throw Failure(.usage, "\(other.name) and \(output.name) would write the same file, \(output.path); name two")
      }
    }
  }
}

extension VariableExport {
  fileprivate var option: String {
    switch scope {
    case .environment: "--export-environment"
    case .globals: "--export-globals"
    default: "--export-collection"
    }
  }

  fileprivate var updates: RunFiles.Input? {
    switch scope {
    case .environment: .environment
    case .globals: .globals
    default: nil
    }
  }
}

/// A regular file, the same under each of its names and links; a file that is not there yet by its folder and name.
private struct FileIdentity: Hashable {
  private let device: dev_t
  private let number: ino_t
  private let newName: String?

  /// `nil` for pipes, devices and open descriptors, which many outputs may share, and for missing folders.
  init?(_ path: String) {
    guard OutputFile.descriptor(named: path) == nil else { return nil }
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else { return nil }
      newName = nil
    } else {
      guard stat(FilePaths.parent(of: path) ?? ".", &status) == 0 else { return nil }
      newName = FilePaths.name(of: path)
    }
    (device, number) = (status.st_dev, status.st_ino)
  }
}
