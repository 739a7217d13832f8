import Explorer

/// The demo API beside the screen, for the demo workspace.
enum DemoAPI {
  /// Serves until the task is cancelled. If it cannot use the default port, it overrides the workspace's `base_url`.
  /// - Parameter tellsStart: whether the user waits for it.
  static func serve(tellsStart: Bool = false, post: Services.Post) async {
    let server: HelperProcess
    do throws(Failure) { server = try start(post) } catch {
      return post(.notified(.warning, "The demo API could not be started: \(error.message)"))
    }
    if tellsStart {
      post(
        .notified(.information, "The demo API runs at \(server.url) until you quit: \(key: "send") sends the request"))
    }
    await withTaskCancellationHandler {
      await server.wait()
    } onCancel: {
      server.end()
    }
  }

  private static func start(_ post: Services.Post) throws(Failure) -> HelperProcess {
    do throws(Failure) { return try HelperProcess.demo(port: DemoBackdrop.usualPort) } catch {
      // The default port is taken, perhaps by another Apus: use any free one.
      let server = try HelperProcess.demo()
      post(.overridden(["base_url": server.url]))
      return server
    }
  }
}
