import Basics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Why a command did not give a secret.
package enum SecretCommandError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The user has not allowed this command for this collection.
  case notAllowed(SecretCommand)
  case cannotStart(SecretCommand, reason: String)
  case failed(SecretCommand, status: Int32)
  case tooLong(SecretCommand)
  case workspace(WorkspaceError)

  package var description: String {
    switch self {
    case .notAllowed(let command):
      "secret \(command.name): the command \"\(command.command)\" has not been allowed for this collection; allow it first"
    case .cannotStart(let command, let reason): "secret \(command.name): \"\(command.command)\" cannot start: \(reason)"
    case .failed(let command, let status):
      "secret \(command.name): \"\(command.command)\" ended with status \(status); run it by hand to see why"
    case .tooLong(let command): "secret \(command.name): \"\(command.command)\" printed more than 64 KB"
    case .workspace(let error): error.description
    }
  }
}

extension ConsentStore {
  /// Runs an allowed command and returns its output without the final line break. Blocks until it exits: a password
  /// manager may ask its user. Its input is empty; its errors go to our standard error, or nowhere if `silently` is
  /// set.
  package func value(of command: SecretCommand, silently: Bool = false) throws(SecretCommandError) -> String {
    let isAllowed: Bool
    do { isAllowed = try mayRun(command) } catch { throw .workspace(error) }
    guard isAllowed else { throw .notAllowed(command) }
    var output = try Self.run(command, silently)
    ProcessMemory.keepPrivate()
    if output.last == 0x0A { output.removeLast() }
    if output.last == 0x0D { output.removeLast() }
    return String(decoding: output, as: UTF8.self)
  }

  private static func run(_ command: SecretCommand, _ silently: Bool) throws(SecretCommandError) -> [UInt8] {
    guard let pipe = PrivatePipe() else { throw .cannotStart(command, reason: String(cString: strerror(errno))) }
    let start = ChildStart(input: .nothing, output: .descriptor(pipe.writing), errors: silently ? .nothing : .ours)
    let started = start.start(["/bin/sh", "-c", command.command])
    close(pipe.writing)
    let child: pid_t
    switch started {
    case .process(let process): child = process
    case .failed(let code):
      close(pipe.reading)
      throw .cannotStart(command, reason: Disk.error("/bin/sh", code).message)
    }
    let output = read(pipe.reading, limit: 64 << 10)
    // Closed before waiting for the exit: a child process may still be writing, and ends when nobody reads.
    close(pipe.reading)
    if output == nil { kill(child, SIGTERM) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard let output else { throw .tooLong(command) }
    guard status == 0 else { throw .failed(command, status: status & 0x7F == 0 ? status >> 8 & 0xFF : status & 0x7F) }
    return output
  }

  /// `nil` if there are more than `limit` bytes.
  private static func read(_ file: Int32, limit: Int) -> [UInt8]? {
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while output.count <= limit {
      #if canImport(Darwin)
      let count = Darwin.read(file, &buffer, buffer.count)
      #elseif canImport(Musl)
      let count = Musl.read(file, &buffer, buffer.count)
      #else
      let count = Glibc.read(file, &buffer, buffer.count)
      #endif
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return output }
      output += buffer[..<count]
    }
    return nil
  }
}
