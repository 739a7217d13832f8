import Basics
import Protobuf
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Runs protoc, which ends when its task is cancelled.
enum ProtoCompilation {
  /// The sources are somebody's, so that protoc gets this much processor time at most, in seconds.
  private static let most = 10
  /// And this much memory, in kilobytes: a megabyte of nested messages takes it two gigabytes. Where the system knows no
  /// such limit, the time holds.
  private static let mostMemory = 1 << 20

  /// - Returns: a set of descriptors.
  static func run(
    _ compiler: ProtoCompiler, patience: Duration
  ) async -> Result<[UInt8], ProtoCompiler.Failure> {
    await ProgramOutput.onThread { runHere(compiler, patience, $0) }
      ?? .failure(.refused("no thread is left to run protoc"))
  }

  private static func runHere(
    _ compiler: ProtoCompiler, _ patience: Duration, _ ending: Int32
  ) -> Result<[UInt8], ProtoCompiler.Failure> {
    let variables = ProcessInfo.processInfo.environment
    guard let program = ProgramOutput.path(of: ProtoCompiler.program, in: variables["PATH"]) else {
      #if canImport(Darwin)
      return .failure(.missing(isMac: true))
      #else
      return .failure(.missing(isMac: false))
      #endif
    }
    let printing: [String]
    let telling: [String]
    do throws(ProtoCompiler.Failure) {
      printing = try compiler.arguments(output: "/dev/stdout")
      telling = try compiler.arguments(output: "/dev/null")
    } catch {
      return .failure(error)
    }
    let output = ProgramOutput("/bin/sh", variables: variables, ending: ending)
    func command(_ redirection: String) -> [String] {
      [
        "-c",
        "ulimit -t \(most); ulimit -v \(mostMemory) 2>/dev/null; exec \"$0\" \"$@\" \(redirection)", program,
      ]
    }
    let bytes = output.read(command("") + printing, limit: PreparedCall.mostSchema, patience: patience)
    if let bytes, !bytes.isEmpty { return .success(bytes) }
    // Its words stand on the other stream.
    let faults = output.read(
      command("2>&1 >/dev/null") + telling, limit: 1 << 20, patience: patience, takesFailure: true)
    return .failure(.refused(String(decoding: faults ?? [], as: UTF8.self)))
  }
}
