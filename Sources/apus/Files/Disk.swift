import Workspaces

/// Runs disk work and converts its errors to `Failure`.
enum Disk {
  static func run<Value>(_ work: () throws(WorkspaceError) -> Value) throws(Failure) -> Value {
    do throws(WorkspaceError) { return try work() } catch {
      throw Failure(.file, error.description)
    }
  }
}
