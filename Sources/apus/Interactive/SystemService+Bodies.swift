import Basics
import Explorer
import Terminal

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension SystemService {
  /// Opens the exact bytes in a file that only the user can read, and deletes it when the editor exits.
  @MainActor func open(_ store: ByteStore, _ suffix: String, _ device: any Device, _ post: @escaping Services.Post) {
    let folder = environment["TMPDIR"] ?? "/tmp"
    var template = Array("\(folder)/apus-XXXXXX\(suffix)".utf8CString)
    let file = mkstemps(&template, Int32(suffix.utf8.count))
    guard file >= 0 else {
      return post(.notified(.error, "No temporary file in \(folder): \(String(cString: strerror(errno)))"))
    }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(path) }
    let written: Failure? = store.withUnsafeBytes { bytes in
      // This is a temporary file for the editor, not a terminal.
      do throws(Failure) { try Output(descriptor: file).write(raw: bytes) } catch { return error }
      return nil
    }
    close(file)
    if let written { return post(.notified(.error, "\(path) could not be written: \(written)")) }
    guard let fault = editor.run(on: path, device) else { return }
    post(.notified(.warning, "\(fault). $EDITOR names another editor"))
  }

  /// Opens a file in its place: whoever watches it hears of the change.
  @MainActor func edit(_ path: String, _ device: any Device, _ post: @escaping Services.Post) {
    guard let fault = editor.run(on: path, device) else { return }
    post(.notified(.warning, "\(fault). $EDITOR names another editor"))
  }

  /// A pager returns by itself; after any other command its output stays until Enter is pressed.
  @MainActor func pipe(
    _ store: ByteStore, _ command: String?, _ device: any Device, _ post: @escaping Services.Post
  ) {
    let pager = environment["PAGER"].flatMap { $0.isEmpty ? nil : $0 } ?? "less"
    let line = command ?? pager
    var status: Int32?
    let ending = device.terminationDescriptor
    device.suspended {
      status = ChildProcess.run(["/bin/sh", "-c", line], reading: store, ending: ending)
      if command != nil { Self.waitForEnter(status, ending) }
    }
    switch status {
    case 0: post(.notified(.information, "\(line) succeeded"))
    case nil: post(.notified(.warning, "The shell could not be started"))
    case let status?: post(.notified(.warning, "\(line) ended with status \(status)"))
    }
  }

  /// - Parameter ending: becomes readable when the program must exit, which ends the wait.
  private static func waitForEnter(_ status: Int32?, _ ending: Int32) {
    let said = status == 0 ? "" : " (status \(status.map { "\($0)" } ?? "unknown"))"
    Output.standard.say(lines: "\n[Enter goes back to Apus\(said)]")
    var byte: UInt8 = 0
    repeat {
      var entries = [STDIN_FILENO, ending].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&entries, 2, -1) > 0 || errno == EINTR, entries[1].revents == 0 else { return }
      if entries[0].revents == 0 { continue }
      guard read(STDIN_FILENO, &byte, 1) == 1 else { return }
    } while byte != UInt8(ascii: "\n") && byte != UInt8(ascii: "\r")
  }
}
