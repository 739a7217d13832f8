import CFileSystem

/// Flushes a whole file system to disk in one call, after writing thousands of files.
public enum FileSystemWait {
  /// Returns an error number, or 0; `ENOSYS` if the system has no such call.
  public static func settle(_ descriptor: Int32) -> Int32 { cfilesystem_settle(descriptor) }
}
