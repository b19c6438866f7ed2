let () = Tap.finish ()
