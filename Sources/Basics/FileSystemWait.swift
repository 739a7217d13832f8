import CFileSystem

/// One wait for every file of a file system, where thousands were written.
public enum FileSystemWait {
  /// An error number, or 0; `ENOSYS` where the system has no such call.
  public static func settle(_ descriptor: Int32) -> Int32 { cfilesystem_settle(descriptor) }
}
