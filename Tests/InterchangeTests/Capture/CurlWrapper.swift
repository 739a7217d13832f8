import Foundation
import TestSupport

/// The real curl under its own name, talking to one server on loopback only, without proxies and the user's settings.
enum CurlWrapper {
  /// A folder to be put in front of `PATH`.
  static func make(_ server: WireServer) throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory("wrapper")
    let options = "--connect-to ::127.0.0.1:\(server.port) --noproxy '*'"
    let script = """
      #!/bin/sh
      i=$#
      while [ $i -gt 0 ]; do
        word=$1; shift; set -- "$@" "$word"
        case $word in --next|-:) set -- "$@" \(options);; esac
        i=$((i - 1))
      done
      exec /usr/bin/curl -q \(options) "$@"
      """
    let path = try folder.write("curl", script)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return folder
  }
}
