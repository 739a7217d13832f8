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
    let process = start(command.command, output: pipe.writing, silently)
    close(pipe.writing)
    let child: pid_t
    switch process {
    case .success(let started): child = started
    case .failure(let error):
      close(pipe.reading)
      throw .cannotStart(command, reason: error.message)
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

  private static func start(_ text: String, output: Int32, _ silently: Bool) -> Result<pid_t, FileError> {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    if silently { posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) }
    var arguments: [UnsafeMutablePointer<CChar>?] = ["sh", "-c", text].map { (word: String) in strdup(word) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var child: pid_t = 0
    let code = ChildSignals.withAttributes { posix_spawn(&child, "/bin/sh", &actions, &$0, &arguments, &variables) }
    return code == 0 ? .success(child) : .failure(Disk.error("/bin/sh", code))
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
