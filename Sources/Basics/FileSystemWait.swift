import CFileSystem

/// Waits once for a whole file system to reach its disk, where thousands of files were written.
public enum FileSystemWait {
  /// Returns an error number, or 0; `ENOSYS` if the system has no such call.
  public static func settle(_ descriptor: Int32) -> Int32 { cfilesystem_settle(descriptor) }
}
